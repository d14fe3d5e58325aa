package dev.fenestra.tools.measure.perf;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import com.google.common.collect.ImmutableList;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One side of a measurement: QPs, their two CQs, and a piece of registered memory for each QP. */
final class PerfEnd implements AutoCloseable {
    /** 268 ms: on a busy machine, a thread that reads a socket may have to wait long for a processor. */
    private static final int SLOW_TIMEOUT = 16;

    /** A peer in another process may post its receives late: retries without end. */
    private static final int ENDLESS = 7;

    private static final int Q_KEY = 0x11111111;

    /** A received datagram begins with its GRH. */
    private static final int GRH = 40;

    final BenchHost host;
    final ProtectionDomain pd;
    final PerfCq sent;
    final PerfCq received;
    final QueuePair[] qps;
    final SendBuilder[] builders;
    final Memory memory;
    final MemoryRegion region;
    private final Context context;
    private final long pieceBytes;
    private final int headBytes;
    private @Nullable PerfPeer peer;
    private @Nullable AddressHandle path;

    PerfEnd(BenchHost host, PerfOptions options) {
        this.host = host;
        pieceBytes = pieceBytes(options);
        headBytes = headBytes(options);
        context = host.open();
        pd = context.allocPd();
        int receives = receives(options);
        boolean byEvents = options.shape().byEvents();
        sent = new PerfCq(context, options.qps() * options.depth() + PerfCq.BATCH, byEvents);
        received = new PerfCq(context, options.qps() * receives + PerfCq.BATCH, byEvents);
        memory = context.allocate(options.qps() * pieceBytes);
        memory.fill((byte) 1);
        region = pd.regMr(
                memory,
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC,
                AccessFlag.MW_BIND);
        qps = new QueuePair[options.qps()];
        builders = new SendBuilder[options.qps()];
        QpSpec spec = spec(options.shape().service())
                .maxSend(requestsPerMessage(options)
                        * (options.depth() + options.shape().batch()))
                .maxRecv(receives)
                .maxSge(1)
                .maxInline(options.inline())
                .singleThreaded();
        for (int i = 0; i < qps.length; i++) {
            qps[i] = pd.createQp(spec);
            builders[i] = qps[i].builder();
        }
    }

    private QpSpec spec(QpType service) {
        return switch (service) {
            case UC -> QpSpec.uc(sent.cq, received.cq);
            case UD -> QpSpec.ud(sent.cq, received.cq);
            default -> QpSpec.rc(sent.cq, received.cq);
        };
    }

    /** Receives of each QP. */
    static int receives(PerfOptions options) {
        return options.test().isSend() ? 2 * options.depth() : 1;
    }

    /** Bytes that a host needs for an end, queues and tables included. */
    static long memoryBytes(PerfOptions options) {
        long queues =
                (long) options.qps() * (options.depth() + PerfCq.BATCH) * requestsPerMessage(options) * PAGE_BYTES / 4;
        return (256L << 20) + options.qps() * (pieceBytes(options) + 4 * PAGE_BYTES) + queues;
    }

    /** What the other end must know. */
    PerfPeer asPeer() {
        return new PerfPeer(
                Arrays.stream(qps).map(QueuePair::endpoint).collect(ImmutableList.toImmutableList()),
                region.rkey(),
                address(0),
                pieceBytes);
    }

    /** Brings the QPs to RTS. */
    void connect(PerfPeer to, PerfOptions options) {
        peer = to;
        if (options.shape().service() == QpType.UD) {
            path = pd.createAh(to.qps().getFirst().gid());
            for (QueuePair qp : qps) {
                qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(Q_KEY));
                qp.modify(QpAttributes.to(QpState.RTR));
                qp.modify(QpAttributes.to(QpState.RTS).sqPsn(0));
            }
            return;
        }
        ConnectOptions chosen = ConnectOptions.DEFAULT.withMtu(options.mtu());
        ConnectOptions usual = options.link().isOverSockets()
                ? chosen.withTimeout(SLOW_TIMEOUT).withRetries(ENDLESS, ENDLESS)
                : chosen;
        for (int i = 0; i < qps.length; i++) {
            qps[i].connect(to.qps().get(i), usual);
        }
    }

    /** The same for QPs that RDMA CM brings to RTS. */
    void connectedByCm(PerfPeer to) {
        peer = to;
    }

    PerfPeer peer() {
        return Objects.requireNonNull(peer);
    }

    /** Adds where a request goes, when it is a datagram. */
    void address(SendBuilder builder, int qp) {
        if (path != null) {
            builder.destination(path, peer().qps().get(qp).qpNumber(), Q_KEY);
        }
    }

    /** The offset of a QP's piece of the memory. */
    long offset(int qp) {
        return qp * pieceBytes + headBytes;
    }

    long address(int qp) {
        return memory.address() + offset(qp);
    }

    void postRecv(int qp, int bytes) {
        check(qps[qp].postRecv(qp, region.lkey(), address(qp) - headBytes, headBytes + bytes));
    }

    /** Posts the receives of all QPs. */
    void postReceives(int count, int bytes) {
        for (int i = 0; i < count; i++) {
            for (int qp = 0; qp < qps.length; qp++) {
                postRecv(qp, bytes);
            }
        }
    }

    /**
     * Posts as many receives again as messages were polled.
     *
     * @param found how many
     * @param unseen counts down for the QP of each message
     */
    void repost(int found, int bytes, int[] unseen) {
        for (int i = 0; i < found; i++) {
            check(received.found.status(i));
            int qp = (int) received.found.wrId(i);
            postRecv(qp, bytes);
            unseen[qp]--;
        }
    }

    @Override
    public void close() {
        context.openObjects().reversed().forEach(VerbsObject::close);
        memory.close();
        context.close();
    }

    static void check(int errno) {
        if (errno != 0) {
            throw new PerfException("a post was refused with errno " + errno);
        }
    }

    static void check(WcStatus status) {
        if (status != WcStatus.SUCCESS) {
            throw new PerfException("a message ended with " + status);
        }
    }

    private static int requestsPerMessage(PerfOptions options) {
        return options.test() == PerfTest.BIND_BW ? 2 : 1;
    }

    private static int headBytes(PerfOptions options) {
        return options.shape().service() == QpType.UD ? GRH : 0;
    }

    /** Whole pages, so that no two QPs share one. */
    private static long pieceBytes(PerfOptions options) {
        return (headBytes(options) + options.largest() + PAGE_BYTES - 1L) / PAGE_BYTES * PAGE_BYTES;
    }
}
