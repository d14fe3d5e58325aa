package dev.fenestra.tools.spoiled;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.SendBuilder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A program on any card: two QPs that work with each other, and stores to all that the card and it share. */
final class CardSpoiler {
    private static final int QKEY = 0x1234;
    private static final int ENTRIES = 15;
    private static final int BLOCK = 64;

    private final Random random;
    private final List<MappedPage> registers;
    private final List<MemorySegment> shared = new ArrayList<>();
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final @Nullable SharedReceiveQueue srq;
    private final QueuePair one;
    private final QueuePair other;
    private final MemoryRegion region;
    private final @Nullable AddressHandle path;
    private final boolean hasAtomics;

    /** Completions without and with an error that it got. */
    int done;

    int failed;

    CardSpoiler(BenchHost host, StoringDriver driver, Random random) {
        this.random = random;
        ProcessMemory own = host.process().memory();
        driver.watch();
        context = host.open();
        boolean isReliable = context.deviceAttributes().transports().contains(QpType.RC);
        hasAtomics = context.deviceAttributes().atomicCap() != AtomicCapability.NONE;
        long from = context.allocate(PAGE_BYTES).address();
        pd = context.allocPd();
        cq = context.createCq(ENTRIES);
        srq = isReliable && context.deviceAttributes().srqs().maxSrq() > 0 ? pd.createSrq(SrqSpec.of(8)) : null;
        QpSpec spec =
                (isReliable ? QpSpec.rc(cq, cq) : QpSpec.ud(cq, cq)).maxSge(2).maxInline(32);
        one = pd.createQp(spec.maxSend(8).maxRecv(8));
        other = pd.createQp(
                srq == null ? spec.maxSend(8).maxRecv(8) : spec.srq(srq).maxSend(8));
        long end = context.allocate(PAGE_BYTES).address();
        region = pd.regMr(
                context.allocate(PAGE_BYTES),
                isReliable
                        ? new AccessFlag[] {AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ}
                        : new AccessFlag[] {AccessFlag.LOCAL_WRITE});
        path = isReliable ? null : pd.createAh(context.gid(0));
        for (long page = from + PAGE_BYTES; page < end; page += PAGE_BYTES) {
            if (own.contiguous(page) > 0) {
                shared.add(own.segment(page).asSlice(own.offset(page), PAGE_BYTES));
            }
        }
        shared.addAll(driver.lent());
        registers = driver.registers();
        connect();
    }

    /** Begins again: both QPs are as new. */
    void connect() {
        for (QueuePair qp : List.of(one, other)) {
            refusing(qp::reset);
        }
        if (path == null) {
            refusing(() -> one.connect(other.endpoint()));
            refusing(() -> other.connect(one.endpoint()));
        } else {
            refusing(() -> one.bringUp(QKEY));
            refusing(() -> other.bringUp(QKEY));
        }
    }

    /** Posts receives and requests, and polls. */
    void work() {
        for (QueuePair qp : List.of(one, other)) {
            known(
                    srq == null || qp == one
                            ? qp.postRecv(1, region.lkey(), region.address() + 1024, 512)
                            : srq.post(2, region.lkey(), region.address() + 1024, 512));
            known(request(qp, qp == one ? other : one));
        }
        context.progress();
        Completions found = new Completions(8);
        refusing(() -> cq.poll(found));
        for (int i = 0; i < found.size(); i++) {
            if (found.status(i) == WcStatus.SUCCESS) {
                done++;
            } else {
                failed++;
            }
        }
        refusing(() -> cq.requestNotify(random.nextBoolean()));
    }

    private int request(QueuePair qp, QueuePair peer) {
        SendBuilder builder = qp.builder().start().request(3, SendFlag.SIGNALED);
        int length = 1 + random.nextInt(100);
        if (path != null) {
            builder.send().destination(path, peer.number(), QKEY);
        } else {
            switch (random.nextInt(hasAtomics ? 4 : 3)) {
                case 0 -> builder.send();
                case 1 -> builder.rdmaWrite(region.rkey(), region.address() + 2048);
                case 2 -> builder.rdmaRead(region.rkey(), region.address());
                default -> {
                    builder.atomicFetchAndAdd(region.rkey(), region.address(), 1);
                    length = Long.BYTES;
                }
            }
        }
        return builder.sge(region, region.address(), length).complete();
    }

    /** One store. */
    void store() {
        if (!registers.isEmpty() && random.nextInt(8) == 0) {
            int offset = Long.BYTES * random.nextInt(random.nextBoolean() ? 16 : 512);
            registers.get(random.nextInt(registers.size())).write64(offset, value());
            return;
        }
        MemorySegment memory = shared.get(random.nextInt(shared.size()));
        int blocks = (int) Math.min(memory.byteSize() / BLOCK, random.nextInt(4) == 0 ? Integer.MAX_VALUE : 16);
        long at = (long) BLOCK * random.nextInt(blocks);
        long word = at + Integer.BYTES * random.nextInt(BLOCK / Integer.BYTES);
        switch (random.nextInt(6)) {
            case 0 -> memory.set(JAVA_INT, word, random.nextInt());
            case 1 -> memory.set(JAVA_INT, word, random.nextInt(20) - 4);
            case 2 -> memory.set(JAVA_INT, word, Integer.reverseBytes(random.nextInt(20)));
            case 3 -> memory.set(JAVA_INT, word, memory.get(JAVA_INT, word) ^ 1 << random.nextInt(32));
            case 4 -> memory.set(JAVA_BYTE, word + 3, (byte) random.nextInt());
            default -> MemorySegment.copy(memory, (long) BLOCK * random.nextInt(blocks), memory, at, BLOCK);
        }
    }

    private long value() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> one.number();
            case 2 -> Long.reverseBytes((long) other.number() << random.nextInt(9));
            default -> (long) random.nextInt(64) << 32 | random.nextInt(128);
        };
    }

    /** Ends all. */
    void end() {
        if (path != null) {
            path.close();
        }
        one.close();
        other.close();
        if (srq != null) {
            srq.close();
        }
        cq.close();
        region.close();
        pd.close();
        context.close();
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
