package dev.fenestra.tools.spoiled;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.CompletionCursor;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.SendBuilder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A program that works with a QP and, when it is told to, writes over the memory of its queues. */
final class Spoiler {
    private static final int QKEY = 0x1234;
    private static final int ENTRIES = 15;
    /** Bytes of a segment of a WQE; the address of a data segment is its second half. */
    private static final long UNIT = 16;
    /** Opcode, format and owner of a CQE. */
    private static final int LAST_BYTE = 63;

    private final Random random;
    private final ProcessMemory own;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final @Nullable SharedReceiveQueue srq;
    private final QueuePair qp;
    private final Memory memory;
    private final MemoryRegion region;
    private final List<Long> queuePages = new ArrayList<>();
    /** The page of the CQ. */
    private final long ring;

    private @Nullable Spoiler peer;
    private @Nullable AddressHandle path;

    /**
     * @param receives in its own queue; with 0 an RC QP takes them from an SRQ, and others have none
     */
    Spoiler(BenchHost host, QpType type, int receives, Random random) {
        this.random = random;
        own = host.process().memory();
        context = host.open();
        long from = context.allocate(PAGE_BYTES).address();
        pd = context.allocPd();
        cq = context.createCq(ENTRIES);
        srq = receives == 0 && type == QpType.RC ? pd.createSrq(SrqSpec.of(8)) : null;
        QpSpec spec = switch (type) {
            case UC -> QpSpec.uc(cq, cq);
            case UD -> QpSpec.ud(cq, cq);
            default -> QpSpec.rc(cq, cq);
        };
        qp = pd.createQp((srq == null ? spec : spec.srq(srq)).maxSend(8).maxRecv(receives));
        memory = context.allocate(PAGE_BYTES);
        region = pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC);
        for (long page = from + PAGE_BYTES; page < memory.address(); page += PAGE_BYTES) {
            if (own.contiguous(page) > 0) {
                queuePages.add(page);
            }
        }
        // Nothing was written to the CQ yet.
        ring = queuePages.stream()
                .filter(page -> Cqe.OPCODE.get(own.segment(page), own.offset(page)) == Cqe.INVALID)
                .findFirst()
                .orElseThrow();
    }

    void connect(Spoiler other) {
        peer = other;
        other.peer = this;
        if (qp.type() == QpType.UD) {
            qp.bringUp(QKEY);
            other.qp.bringUp(QKEY);
            path = pd.createAh(other.context.gid(0));
            other.path = other.pd.createAh(context.gid(0));
        } else {
            qp.connect(other.qp.endpoint());
            other.qp.connect(qp.endpoint());
        }
    }

    /** Whom it works with. */
    Spoiler others() {
        if (peer == null) {
            throw new IllegalStateException("it is not connected");
        }
        return peer;
    }

    /** Posts receives and requests, small ones among them, whose data comes inside of completions. */
    void work(Spoiler to) {
        for (int i = 0; i < 3; i++) {
            known(
                    srq == null
                            ? qp.postRecv(100 + i, region.lkey(), region.address() + 1024, 512)
                            : srq.post(100 + i, region.lkey(), region.address() + 1024, 512));
        }
        for (int i = 0; i < 3; i++) {
            known(request(to, i));
        }
    }

    private int request(Spoiler to, int wrId) {
        SendBuilder builder = qp.builder().start().request(wrId, SendFlag.SIGNALED);
        int length = 1 + random.nextInt(100);
        if (path != null) {
            return builder.send()
                    .destination(path, to.qp.number(), QKEY)
                    .sge(region, region.address(), length)
                    .complete();
        }
        int kinds = qp.type() == QpType.UC ? 2 : 4;
        switch (random.nextInt(kinds)) {
            case 0 -> builder.send();
            case 1 -> builder.rdmaWrite(to.region.rkey(), to.region.address() + 2048);
            case 2 -> builder.rdmaRead(to.region.rkey(), to.region.address());
            default -> {
                return builder.atomicFetchAndAdd(to.region.rkey(), to.region.address(), 1)
                        .sge(region, region.address(), Long.BYTES)
                        .complete();
            }
        }
        return builder.sge(region, region.address(), length).complete();
    }

    /** Writes over some bytes of its rings, records and CQs. */
    void spoil() {
        if (random.nextInt(3) == 0) {
            forge();
            return;
        }
        int spots = 1 + random.nextInt(12);
        for (int i = 0; i < spots; i++) {
            long page = queuePages.get(random.nextInt(queuePages.size()));
            int at = random.nextInt(PAGE_BYTES / 64) * 64;
            MemorySegment segment = own.segment(page);
            long offset = own.offset(page) + at;
            switch (random.nextInt(4)) {
                case 0 -> segment.set(JAVA_INT_UNALIGNED, offset + 4 * random.nextInt(16), random.nextInt());
                case 1 ->
                    segment.set(JAVA_BYTE, offset + LAST_BYTE, (byte) (random.nextInt(16) << 4 | random.nextInt(16)));
                case 2 -> copyBlock(segment, offset);
                default -> {
                    for (int word = 0; word < 16; word++) {
                        segment.set(JAVA_INT_UNALIGNED, offset + 4 * word, random.nextInt());
                    }
                }
            }
        }
    }

    /** Entries of its CQ, made of one that the device has written, and addresses in WQEs. */
    private void forge() {
        MemorySegment entries = own.segment(ring);
        long start = own.offset(ring);
        long template = start + Cqe.BYTES * random.nextInt(ENTRIES + 1);
        for (int i = 0; i <= ENTRIES; i++) {
            long entry = start + Cqe.BYTES * i;
            if (entry != template && random.nextBoolean()) {
                MemorySegment.copy(entries, template, entries, entry, Cqe.BYTES);
                Cqe.BYTE_COUNT.set(entries, entry, random.nextBoolean() ? random.nextInt(200) : random.nextInt());
                Cqe.WQE_COUNTER.set(entries, entry, random.nextInt(1 << 16));
                int inline = random.nextInt(3);
                entries.set(JAVA_BYTE, entry + LAST_BYTE, (byte)
                        (random.nextInt(16) << 4 | inline << 2 | random.nextInt(2)));
            }
        }
        long page = queuePages.get(random.nextInt(queuePages.size()));
        for (int unit = 0; unit < PAGE_BYTES / UNIT && page != ring; unit++) {
            if (random.nextInt(8) == 0) {
                own.segment(page)
                        .set(JAVA_INT_UNALIGNED, own.offset(page) + unit * UNIT + Long.BYTES, random.nextInt());
            }
        }
    }

    /**
     * Another block of the queues, with something of its own at its end: a completion again, or a WQE where none
     * belongs.
     */
    private void copyBlock(MemorySegment target, long offset) {
        long page = queuePages.get(random.nextInt(queuePages.size()));
        int at = random.nextInt(PAGE_BYTES / 64) * 64;
        MemorySegment.copy(own.segment(page), own.offset(page) + at, target, offset, 64);
        if (random.nextBoolean()) {
            target.set(JAVA_BYTE, offset + LAST_BYTE, (byte) (random.nextInt(16) << 4 | random.nextInt(8)));
        }
    }

    /** Polls in every way there is. */
    void look() {
        Completions found = new Completions(8);
        for (int i = 0; i < 6; i++) {
            found.clear();
            refusing(() -> cq.poll(found));
            for (int k = 0; k < found.size(); k++) {
                found.status(k);
            }
        }
        refusing(() -> cq.requestNotify(random.nextBoolean()));
        refusing(() -> extendedPoll(cq.cursor()));
    }

    private static void extendedPoll(CompletionCursor cursor) {
        int errno = cursor.startPoll();
        boolean isStarted = errno == 0;
        for (int i = 0; i < 20 && errno == 0; i++) {
            cursor.status();
            cursor.opcode();
            cursor.byteLength();
            cursor.immediateOrKey();
            cursor.flags();
            errno = cursor.nextPoll();
        }
        if (isStarted) {
            cursor.endPoll();
        }
        known(errno);
    }

    /** Goes on with its spoiled queues, and ends all; the bench ends what is left. */
    void end() {
        refusing(() -> cq.resize(31));
        look();
        refusing(() -> qp.reset());
        look();
        if (path != null) {
            path.close();
        }
        refusing(qp::close);
        if (srq != null) {
            refusing(srq::close);
        }
        refusing(cq::close);
        region.close();
        refusing(pd::close);
    }

    /** What is refused is refused in the words of verbs. */
    private static void refusing(Runnable call) {
        try {
            call.run();
        } catch (VerbsException refused) {
            known(refused.errno().code());
        }
    }

    private static void known(int errno) {
        if (errno != 0) {
            Errno.of(errno);
        }
    }
}
