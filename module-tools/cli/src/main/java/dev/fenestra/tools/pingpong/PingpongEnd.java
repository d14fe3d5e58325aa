package dev.fenestra.tools.pingpong;

import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One side's verbs objects: a QP, and one buffer that is both sent from and received into. */
final class PingpongEnd implements AutoCloseable {
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
    private final ProtectionDomain pd;
    private final MessageBuffer buffer;
    private final PeerCompletions arrivals;
    private final QueuePair qp;
    private final PingpongOptions options;
    private final int psn;
    private @Nullable AddressHandle path;
    private @Nullable WorkRequest request;
    private int peerQpn;

    PingpongEnd(Context context, PingpongOptions options, int psn) throws PingpongException {
        this.context = context;
        this.options = options;
        this.psn = psn;
        pd = context.allocPd();
        buffer = options.rcOptions().contains(RcOption.DEVICE_MEMORY)
                ? CardBuffer.of(context, pd, options.size())
                : HostBuffer.of(context, pd, options, options.service() == QpType.UD ? GRH : 0);
        arrivals = new PeerCompletions(context, options, options.receives() + 1, RECEIVE);
        qp = pd.createQp(spec().maxSend(1).maxRecv(options.receives()).maxSge(1));
    }

    private QpSpec spec() {
        return switch (options.service()) {
            case UC -> QpSpec.uc(arrivals.cq(), arrivals.cq());
            case UD -> QpSpec.ud(arrivals.cq(), arrivals.cq());
            default -> QpSpec.rc(arrivals.cq(), arrivals.cq());
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
        request = request(buffer.message());
        arrivals.arm();
    }

    private WorkRequest request(MemorySlice message) {
        int flags = SendFlag.SIGNALED | (isInline() ? SendFlag.INLINE : 0);
        return path == null
                ? new Send(SEND, flags, List.of(message))
                : new Datagram(SEND, flags, path, peerQpn, Q_KEY, OptionalInt.empty(), List.of(message));
    }

    private boolean isInline() {
        return buffer.canBeInline() && options.size() <= qp.capacity().maxInlineData();
    }

    /** Posts receives of a whole message; returns 0 or an errno. */
    int receive(int count) {
        MemorySlice all = buffer.all();
        int errno = 0;
        for (int i = 0; i < count && errno == 0; i++) {
            errno = qp.postRecv(RECEIVE, all.region().lkey(), all.address(), (int) all.length());
        }
        return errno;
    }

    /** Posts one message, inline when it fits; returns 0 or an errno. */
    int send() {
        if (options.rcOptions().contains(RcOption.NEW_SEND)) {
            MemorySlice message = buffer.message();
            SendBuilder builder =
                    qp.builder().start().request(SEND, SendFlag.SIGNALED).send();
            return builder.sge(message.region(), message.address(), (int) message.length())
                    .complete();
        }
        try {
            qp.post(request == null ? request(buffer.message()) : request);
            return 0;
        } catch (PostException refused) {
            return refused.errno().code();
        }
    }

    /** The completions of both queues. */
    PeerCompletions arrivals() {
        return arrivals;
    }

    /** The message last received. */
    byte[] received() throws PingpongException {
        return buffer.content();
    }

    /** Changes what is sent next. */
    void fill(byte[] message) throws PingpongException {
        buffer.fill(message);
    }

    @Override
    public void close() {
        qp.close();
        if (path != null) {
            path.close();
        }
        arrivals.close();
        buffer.close();
        pd.close();
        context.close();
    }
}
