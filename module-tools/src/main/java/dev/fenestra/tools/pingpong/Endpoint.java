package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.AddressHandle;
import dev.fenestra.uverbs.CompletionChannel;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One side's verbs objects: a QP, and one buffer that is both sent from and received into. */
final class Endpoint implements AutoCloseable {
    static final int RECEIVE = 1;
    static final int SEND = 2;

    /** As the real programs connect: one READ, timeout 67 ms, 7 retries, RNR without end, RNR timer 0.64 ms. */
    private static final ConnectOptions USUAL = ConnectOptions.DEFAULT
            .withAccess()
            .withTimeout(14)
            .withRetries(7, 7)
            .withMinRnrTimer(12)
            .withRdAtomic(1);

    /** The Q_Key of datagrams, that of the real program. */
    private static final int Q_KEY = 0x11111111;

    /** A received datagram begins with its GRH. */
    private static final int GRH = 40;

    private final Context context;
    private final Memory memory;
    private final ProtectionDomain pd;
    private final MemoryRegion region;
    private final CompletionQueue cq;
    private final QueuePair qp;
    private final PingpongOptions options;
    private final int psn;
    private final int headBytes;
    private final Optional<CompletionChannel> channel;
    private final Completions found = new Completions(2);
    private @Nullable AddressHandle path;
    private int peerQpn;
    private int events;

    Endpoint(Context context, PingpongOptions options, int psn) {
        this.context = context;
        this.options = options;
        this.psn = psn;
        headBytes = options.service() == QpType.UD ? GRH : 0;
        memory = context.allocate(Math.max(1, headBytes + options.size()));
        pd = context.allocPd();
        region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
        channel = options.useEvents() ? Optional.of(context.createCompletionChannel()) : Optional.empty();
        cq = context.createCq(options.receives() + 1, channel.orElse(null), 0);
        qp = pd.createQp(spec().maxSend(1).maxRecv(options.receives()).maxSge(1));
    }

    private QpSpec spec() {
        return switch (options.service()) {
            case UC -> QpSpec.uc(cq, cq);
            case UD -> QpSpec.ud(cq, cq);
            default -> QpSpec.rc(cq, cq);
        };
    }

    /** The address for the peer. */
    Destination local() {
        return new Destination(0, qp.number(), psn, context.gid(0));
    }

    /** Makes the QP ready to send and to receive. */
    void connect(Destination peer) {
        if (options.service() == QpType.UD) {
            qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).qkey(Q_KEY));
            qp.modify(QpAttributes.to(QpState.RTR));
            qp.modify(QpAttributes.to(QpState.RTS).sqPsn(psn));
            path = pd.createAh(peer.gid());
            peerQpn = peer.qpn();
        } else {
            qp.connect(
                    new QpEndpoint(peer.qpn(), peer.gid(), peer.psn()),
                    USUAL.withMtu(options.mtu()).withPsn(psn));
        }
        arm();
    }

    private void arm() {
        if (channel.isPresent()) {
            cq.requestNotify(false);
        }
    }

    /** Posts receives of a whole message; returns 0 or an errno. */
    int receive(int count) {
        int errno = 0;
        for (int i = 0; i < count && errno == 0; i++) {
            errno = qp.postRecv(RECEIVE, region.lkey(), memory.address(), headBytes + options.size());
        }
        return errno;
    }

    /** Posts one message, inline when it fits; returns 0 or an errno. */
    int send() {
        boolean inline = options.size() <= qp.capacity().maxInlineData();
        SendBuilder builder =
                qp.builder().start().request(SEND, SendFlag.SIGNALED).send();
        if (path != null) {
            builder.destination(path, peerQpn, Q_KEY);
        }
        if (inline) {
            builder.inline(memory, headBytes, options.size());
        } else {
            builder.sge(region, memory.address() + headBytes, options.size());
        }
        return builder.complete();
    }

    /** Polls once, after a completion event when they are used; the completions stay until the next poll. */
    Completions poll() {
        if (cq.poll(found) == 0 && channel.isPresent()) {
            channel.get().awaitEvent(options.patience());
            events++;
            arm();
            cq.poll(found);
        }
        return found;
    }

    /** The message last received. */
    byte[] received() {
        return memory.get(headBytes, options.size());
    }

    /** Changes what is sent next. */
    void fill(byte[] message) {
        memory.put(headBytes, message);
    }

    @Override
    public void close() {
        qp.close();
        if (path != null) {
            path.close();
        }
        cq.ackEvents(events);
        cq.close();
        channel.ifPresent(CompletionChannel::close);
        region.close();
        pd.close();
        memory.free();
        context.close();
    }
}
