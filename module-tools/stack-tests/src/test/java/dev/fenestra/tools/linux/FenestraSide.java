package dev.fenestra.tools.linux;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.NetworkHost;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Receive;
import dev.fenestra.uverbs.request.SendBuilder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Fenestra's side: a host of its own on the guest's network, with its packets in a capture. */
final class FenestraSide implements Side {
    /** Whose card this side has. */
    static final String PROVIDER = System.getProperty("linux.peer.provider", "mlx5");

    private static final String USUAL = "mlx5";
    private static final int DOMAINS = 2;
    private static final int POLLED = 64;
    private static final int CQ = 4096;
    private static final int REQUESTS = 256;
    private static final int PIECES = 8;
    private static final int INLINE = 128;
    private static final int CAPTURE_BYTES = 1 << 28;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final NetworkHost network;
    private final Journal journal;
    private final PcapTap tap;
    private final Context context;
    private final Memory memory;
    private final CompletionChannel channel;
    private final CompletionQueue cq;
    private final List<ProtectionDomain> domains = new ArrayList<>();
    private final Map<Integer, QueuePair> qps = new HashMap<>();
    private final Map<Integer, AddressHandle> paths = new HashMap<>();
    private final Map<Integer, MemoryRegion> regions = new HashMap<>();
    private final Map<Integer, MemoryWindow> windows = new HashMap<>();
    private int events;

    private FenestraSide(NetworkHost network, Path capture) throws IOException {
        this.network = network;
        journal = Journal.of(network.bench());
        tap = PcapTap.on(
                network.bench(), journal, new BufferedOutputStream(Files.newOutputStream(capture)), CAPTURE_BYTES);
        context = network.host().open();
        memory = context.allocate(MEMORY);
        channel = context.createCompletionChannel();
        cq = context.createCq(CqSpec.of(CQ).channel(channel));
        for (int i = 0; i < DOMAINS; i++) {
            domains.add(context.allocPd());
        }
    }

    static FenestraSide open(String address, FaultPlan faults, Path capture) throws IOException {
        UdpConfig config = UdpConfig.at(InetAddress.getByName(address));
        return new FenestraSide(
                PROVIDER.equals(USUAL)
                        ? NetworkHost.open(config, faults, new KeyPolicy.ByLink())
                        : NetworkHost.open(config, faults, PROVIDER),
                capture);
    }

    @Override
    public boolean isLinux() {
        return false;
    }

    @Override
    public Gid gid() {
        return context.gid(0);
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public Keys region(int id, int pd, int offset, int length, AccessFlag... access) {
        MemoryRegion region = domains.get(pd).regMr(memory, offset, length, access);
        regions.put(id, region);
        return new Keys(region.lkey(), region.rkey());
    }

    @Override
    public int qp(int id, QpType type, int pd) {
        QpSpec spec = switch (type) {
            case RC -> QpSpec.rc(cq, cq);
            case UC -> QpSpec.uc(cq, cq);
            case UD -> QpSpec.ud(cq, cq);
            case XRC_INI, XRC_TGT, RAW_PACKET, DRIVER -> throw new IllegalArgumentException("no meeting has " + type);
        };
        QueuePair qp = domains.get(pd)
                .createQp(
                        spec.maxSend(REQUESTS).maxRecv(REQUESTS).maxSge(PIECES).maxInline(INLINE));
        qps.put(id, qp);
        return qp.number();
    }

    @Override
    public void connect(int id, Link link) {
        QueuePair qp = of(qps, id);
        qp.reset();
        if (qp.type() == QpType.UD) {
            qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(link.qkey()));
            qp.modify(QpAttributes.to(QpState.RTR));
            qp.modify(QpAttributes.to(QpState.RTS).sqPsn(link.options().psn().orElseThrow()));
            paths.put(id, qp.pd().createAh(link.gid()));
        } else {
            qp.connect(new QpEndpoint(link.qpn(), link.gid(), link.psn()), link.options());
        }
    }

    @Override
    public void receive(int id, long wr, List<Piece> pieces) {
        MemorySlice[] slices = pieces.stream()
                .map(piece -> new MemorySlice(withKey(piece.lkey()), address() + piece.offset(), piece.length()))
                .toArray(MemorySlice[]::new);
        of(qps, id).postRecv(Receive.of(wr, slices));
    }

    private MemoryRegion withKey(int lkey) {
        return regions.values().stream()
                .filter(region -> region.lkey() == lkey)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void post(int id, Work work) throws IOException {
        SendBuilder builder = of(qps, id).builder().start().request(work.wr(), work.flags() & ~SendFlag.INLINE);
        int operand = (int) work.operand();
        switch (work.opcode()) {
            case RDMA_WRITE -> builder.rdmaWrite(work.rkey(), work.address());
            case RDMA_WRITE_WITH_IMM -> builder.rdmaWriteWithImmediate(work.rkey(), work.address(), operand);
            case RDMA_READ -> builder.rdmaRead(work.rkey(), work.address());
            case SEND -> builder.send();
            case SEND_WITH_IMM -> builder.sendWithImmediate(operand);
            case SEND_WITH_INV -> builder.sendWithInvalidate(operand);
            case LOCAL_INV -> builder.localInvalidate(operand);
            case ATOMIC_CMP_AND_SWP ->
                builder.atomicCompareAndSwap(work.rkey(), work.address(), work.operand(), work.swap());
            case ATOMIC_FETCH_AND_ADD -> builder.atomicFetchAndAdd(work.rkey(), work.address(), work.operand());
            default -> throw new IllegalArgumentException("no meeting has " + work.opcode());
        }
        AddressHandle path = paths.get(id);
        if (path != null) {
            builder.destination(path, (int) work.address(), work.rkey());
        }
        for (Piece piece : work.pieces()) {
            if ((work.flags() & SendFlag.INLINE) != 0) {
                builder.inline(memory, piece.offset(), piece.length());
            } else {
                builder.sge(piece.lkey(), address() + piece.offset(), piece.length());
            }
        }
        check("post " + work, builder.complete());
    }

    @Override
    public int window(int id, MwType type, int pd) {
        MemoryWindow window = domains.get(pd).allocMw(type);
        windows.put(id, window);
        return window.rkey();
    }

    @Override
    public int bind(int qp, Bind bind) throws IOException {
        MemoryWindow window = of(windows, bind.window());
        MemoryRegion region = of(regions, bind.region());
        AccessFlag[] access = bind.access().toArray(AccessFlag[]::new);
        long start = address() + bind.offset();
        if (window.type() == MwType.TYPE_1) {
            of(qps, qp).bindMw(bind.wr(), window, new MemorySlice(region, start, bind.length()), access);
        } else {
            int key = window.nextKey();
            SendBuilder builder = of(qps, qp).builder().start().request(bind.wr(), SendFlag.SIGNALED);
            check(
                    "bind",
                    builder.bindMw(window, key, region, start, bind.length(), AccessFlag.mask(access))
                            .complete());
            window.rkey(key);
        }
        return window.rkey();
    }

    private static void check(String what, int errno) throws IOException {
        if (errno != 0) {
            throw new IOException("Fenestra answers errno " + errno + " to: " + what);
        }
    }

    @Override
    public List<Outcome> poll(Duration patience) {
        Completions found = new Completions(POLLED);
        long limit = System.nanoTime() + patience.toNanos();
        while (cq.poll(found) == 0 && System.nanoTime() - limit < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            outcomes.add(new Outcome(
                    found.wrId(i),
                    found.status(i),
                    found.opcode(i),
                    found.byteLength(i),
                    found.flags(i),
                    found.immediateOrKey(i),
                    found.qpNumber(i)));
        }
        return outcomes;
    }

    @Override
    public void arm(boolean solicitedOnly) {
        cq.requestNotify(solicitedOnly);
    }

    @Override
    public boolean event(Duration patience) {
        try {
            channel.awaitEvent(patience);
            events++;
            return true;
        } catch (VerbsException _) {
            return false;
        }
    }

    @Override
    public QpState state(int id) {
        return of(qps, id).state();
    }

    @Override
    public void destroy(int id) {
        of(qps, id).close();
        qps.remove(id);
    }

    @Override
    public void put(int offset, byte[] bytes) {
        memory.put(offset, bytes);
    }

    @Override
    public byte[] get(int offset, int length) {
        return memory.get(offset, length);
    }

    @Override
    public void fill(int offset, int length, int seed) {
        put(offset, Contents.pattern(length, seed));
    }

    @Override
    public int checksum() {
        Contents now = new Contents();
        now.put(0, get(0, MEMORY));
        return now.checksum();
    }

    @Override
    public void close() throws IOException {
        tap.close();
        cq.ackEvents(events);
        journal.close();
        network.close();
    }

    private static <T> T of(Map<Integer, T> all, int id) {
        return Objects.requireNonNull(all.get(id));
    }
}
