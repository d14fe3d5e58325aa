package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.Context;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.ProtectionDomain;
import dev.fenestra.uverbs.QpEndpoint;
import dev.fenestra.uverbs.QpSpec;
import dev.fenestra.uverbs.QueuePair;
import dev.fenestra.uverbs.SendBuilder;

/** One side's verbs objects: a QP of a connected service, and one buffer that is both sent from and received into. */
class Endpoint implements AutoCloseable {
    static final int RECEIVE = 1;
    static final int SEND = 2;

    /** As the real programs connect: one READ, timeout 67 ms, 7 retries, RNR without end, RNR timer 0.64 ms. */
    private static final ConnectOptions USUAL = ConnectOptions.DEFAULT
            .withAccess()
            .withTimeout(14)
            .withRetries(7, 7)
            .withMinRnrTimer(12)
            .withRdAtomic(1);

    private final Context context;
    private final Memory memory;
    private final ProtectionDomain pd;
    private final MemoryRegion region;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final PingpongOptions options;
    private final int psn;
    private final Completions found = new Completions(2);

    Endpoint(Context context, PingpongOptions options, int psn) {
        this.context = context;
        this.options = options;
        this.psn = psn;
        memory = context.allocate(Math.max(1, options.size()));
        pd = context.allocPd();
        region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
        cq = context.createCq(options.receives() + 1);
        qp = pd.createQp(spec().maxSend(1).maxRecv(options.receives()).maxSge(1));
    }

    private QpSpec spec() {
        return switch (options.service()) {
            case RC -> QpSpec.rc(cq, cq);
            default -> QpSpec.uc(cq, cq);
        };
    }

    /** What the peer is told. */
    Destination local() {
        return new Destination(0, qp.number(), psn, context.gid(0));
    }

    /** Connects the QP and posts the first receives. */
    void connect(Destination peer) {
        qp.connect(
                new QpEndpoint(peer.qpn(), peer.gid(), peer.psn()),
                USUAL.withMtu(options.mtu()).withPsn(psn));
    }

    /** Posts receives of a whole message; returns 0 or an errno. */
    int receive(int count) {
        int errno = 0;
        for (int i = 0; i < count && errno == 0; i++) {
            errno = qp.postRecv(RECEIVE, region.lkey(), memory.address(), options.size());
        }
        return errno;
    }

    /** Posts one message, inline when it fits; returns 0 or an errno. */
    int send() {
        boolean inline = options.size() <= qp.capacity().maxInlineData();
        SendBuilder builder =
                qp.builder().start().request(SEND, SendFlag.SIGNALED).send();
        if (inline) {
            builder.inline(memory, 0, options.size());
        } else {
            builder.sge(region, memory.address(), options.size());
        }
        return builder.complete();
    }

    /** Polls once; the completions stay until the next poll. */
    Completions poll() {
        cq.poll(found);
        return found;
    }

    /** The message last received. */
    byte[] received() {
        return memory.get(0, options.size());
    }

    /** Changes what is sent next. */
    void fill(byte[] message) {
        memory.put(0, message);
    }

    @Override
    public void close() {
        qp.close();
        cq.close();
        region.close();
        pd.close();
        memory.free();
        context.close();
    }
}
