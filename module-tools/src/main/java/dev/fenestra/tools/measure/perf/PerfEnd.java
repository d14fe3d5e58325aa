package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.SendBuilder;
import dev.fenestra.uverbs.VerbsObject;

/** One side of a measurement: QPs, their two CQs, and a piece of registered memory for each QP. */
final class PerfEnd implements AutoCloseable {
    /** Completions polled at a time. */
    private static final int BATCH = 16;

    /** 268 ms: on a busy machine, a thread that reads a socket may have to wait long for a processor. */
    private static final int SLOW_TIMEOUT = 16;

    private static final int PAGE = 4096;

    final BenchHost host;
    final ProtectionDomain pd;
    final CompletionQueue sendCq;
    final CompletionQueue recvCq;
    final QueuePair[] qps;
    final SendBuilder[] builders;
    final Memory memory;
    final MemoryRegion region;
    final Completions sent = new Completions(BATCH);
    final Completions received = new Completions(BATCH);
    private final Context context;
    private final long pieceBytes;

    PerfEnd(BenchHost host, PerfOptions options) {
        this.host = host;
        pieceBytes = pieceBytes(options);
        context = host.open();
        pd = context.allocPd();
        int receives = options.test().isSend() ? 2 * options.depth() : 1;
        sendCq = context.createCq(options.qps() * options.depth() + BATCH);
        recvCq = context.createCq(options.qps() * receives + BATCH);
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
        QpSpec spec = (options.shape().service() == QpType.UC ? QpSpec.uc(sendCq, recvCq) : QpSpec.rc(sendCq, recvCq))
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

    /** Bytes that a host needs for an end, queues and tables included. */
    static long memoryBytes(PerfOptions options) {
        long queues = (long) options.qps() * (options.depth() + BATCH) * requestsPerMessage(options) * PAGE / 4;
        return (256L << 20) + options.qps() * (pieceBytes(options) + 4 * PAGE) + queues;
    }

    void connect(PerfEnd peer, PerfOptions options) {
        ConnectOptions chosen = ConnectOptions.DEFAULT.withMtu(options.mtu());
        ConnectOptions usual = options.link().isUdp() ? chosen.withTimeout(SLOW_TIMEOUT) : chosen;
        for (int i = 0; i < qps.length; i++) {
            qps[i].connect(peer.qps[i].endpoint(), usual);
        }
    }

    /** The offset of a QP's piece of the memory. */
    long offset(int qp) {
        return qp * pieceBytes;
    }

    long address(int qp) {
        return memory.address() + offset(qp);
    }

    void postRecv(int qp, int bytes) {
        check(qps[qp].postRecv(qp, region.lkey(), address(qp), bytes));
    }

    /** Polls for messages that arrived, and posts as many receives again. */
    int receive(int bytes) {
        int found = recvCq.poll(received);
        for (int i = 0; i < found; i++) {
            check(received.status(i));
            postRecv((int) received.wrId(i), bytes);
        }
        return found;
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

    /** Whole pages, so that no two QPs share one. */
    private static long pieceBytes(PerfOptions options) {
        return (options.largest() + PAGE - 1L) / PAGE * PAGE;
    }
}
