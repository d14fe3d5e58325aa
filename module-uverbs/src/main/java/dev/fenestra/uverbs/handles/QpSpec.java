package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a QP to be created. Begin with {@link #rc}, {@link #uc}, {@link #ud} or {@link #xrc}, then change
 * the defaults.
 *
 * @param type the transport service
 * @param sendCq where send requests complete
 * @param recvCq where receives complete
 * @param maxSend send requests outstanding, default 64
 * @param maxRecv receives outstanding, default 64
 * @param maxSendSge pieces of data per send request, default 4
 * @param maxRecvSge pieces per receive, default 4
 * @param maxInline bytes of an inline send, default 64
 * @param signalAll every send request completes visibly, default false
 * @param srq where receives come from in place of a queue of the QP's own, default null for none
 * @param isSingleThreaded one thread per queue is promised, so no lock is taken, default false
 * @param extension attributes of the device's vendor, default none
 */
public record QpSpec(
        QpType type,
        CompletionQueue sendCq,
        CompletionQueue recvCq,
        int maxSend,
        int maxRecv,
        int maxSendSge,
        int maxRecvSge,
        int maxInline,
        boolean signalAll,
        @Nullable SharedReceiveQueue srq,
        boolean isSingleThreaded,
        @Nullable QpExtension extension) {
    private static final int DEFAULT_REQUESTS = 64;
    private static final int DEFAULT_SGE = 4;
    private static final int DEFAULT_INLINE = 64;

    /**
     * {@return a reliable connected QP}
     *
     * @param sendCq where send requests complete
     * @param recvCq where receives complete
     */
    public static QpSpec rc(CompletionQueue sendCq, CompletionQueue recvCq) {
        return of(QpType.RC, sendCq, recvCq);
    }

    /**
     * {@return an unreliable connected QP}
     *
     * @param sendCq where send requests complete
     * @param recvCq where receives complete
     */
    public static QpSpec uc(CompletionQueue sendCq, CompletionQueue recvCq) {
        return of(QpType.UC, sendCq, recvCq);
    }

    /**
     * {@return an unreliable datagram QP}
     *
     * @param sendCq where send requests complete
     * @param recvCq where receives complete
     */
    public static QpSpec ud(CompletionQueue sendCq, CompletionQueue recvCq) {
        return of(QpType.UD, sendCq, recvCq);
    }

    /**
     * {@return an XRC initiator: it has no receives, and each request names an SRQ of the peer}
     *
     * @param sendCq where send requests complete
     */
    public static QpSpec xrc(CompletionQueue sendCq) {
        return of(QpType.XRC_INI, sendCq, sendCq);
    }

    /**
     * {@return a QP for raw packets} Its creation is refused: without CAP_NET_RAW with EPERM, else with EOPNOTSUPP,
     * since no device here has raw packets.
     *
     * @param sendCq where send requests complete
     * @param recvCq where receives complete
     */
    public static QpSpec rawPacket(CompletionQueue sendCq, CompletionQueue recvCq) {
        return of(QpType.RAW_PACKET, sendCq, recvCq);
    }

    private static QpSpec of(QpType type, CompletionQueue sendCq, CompletionQueue recvCq) {
        return new QpSpec(
                type,
                sendCq,
                recvCq,
                DEFAULT_REQUESTS,
                DEFAULT_REQUESTS,
                DEFAULT_SGE,
                DEFAULT_SGE,
                DEFAULT_INLINE,
                false,
                null,
                false,
                null);
    }

    /**
     * {@return such a QP with room for so many send requests}
     *
     * @param requests 0 to the device's {@code max_qp_wr}; more is EINVAL at creation
     */
    public QpSpec maxSend(int requests) {
        return with(draft -> draft.maxSend = requests);
    }

    /**
     * {@return such a QP with room for so many receives}
     *
     * @param requests 0 to the device's {@code max_qp_wr}; more is EINVAL at creation
     */
    public QpSpec maxRecv(int requests) {
        return with(draft -> draft.maxRecv = requests);
    }

    /**
     * {@return such a QP whose send requests and receives may have so many pieces of data}
     *
     * @param pieces 1 to the device's {@code max_sge}; more is EINVAL at creation
     */
    public QpSpec maxSge(int pieces) {
        return maxSendSge(pieces).maxRecvSge(pieces);
    }

    /**
     * {@return such a QP whose send requests may have so many pieces of data ({@code max_send_sge})}
     *
     * @param pieces 0 to the device's {@code max_sge}; more is EINVAL at creation
     */
    public QpSpec maxSendSge(int pieces) {
        return with(draft -> draft.maxSendSge = pieces);
    }

    /**
     * {@return such a QP whose receives may have so many pieces of data ({@code max_recv_sge})}
     *
     * @param pieces 0 to the device's {@code max_sge}; more is EINVAL at creation
     */
    public QpSpec maxRecvSge(int pieces) {
        return with(draft -> draft.maxRecvSge = pieces);
    }

    /**
     * {@return such a QP whose requests may carry so many bytes of inline data}
     *
     * @param bytes a request with more is refused with ENOMEM
     */
    public QpSpec maxInline(int bytes) {
        return with(draft -> draft.maxInline = bytes);
    }

    /**
     * {@return such a QP with this choice of completions}
     *
     * @param all {@code sq_sig_all}: true when every send request completes visibly, false when only signaled ones do
     */
    public QpSpec signalAll(boolean all) {
        return with(draft -> draft.signalAll = all);
    }

    /**
     * {@return such a QP whose receives come from a shared queue; {@code maxRecv} means nothing then}
     *
     * @param shared an SRQ of the same context
     */
    public QpSpec srq(SharedReceiveQueue shared) {
        return with(draft -> draft.srq = shared);
    }

    /**
     * Promises that one thread at a time uses each queue.
     *
     * @return such a QP that takes no locks
     */
    public QpSpec singleThreaded() {
        return with(draft -> draft.isSingleThreaded = true);
    }

    /**
     * Asks for attributes of one vendor. On the device of another vendor the creation is refused with EOPNOTSUPP.
     *
     * @param asked options that the vendor declares
     * @return such a QP with these options
     */
    public QpSpec extension(QpExtension asked) {
        return with(draft -> draft.extension = asked);
    }

    QpCapacity capacity() {
        return new QpCapacity(maxSend, maxRecv, maxSendSge, maxRecvSge, maxInline);
    }

    private QpSpec with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.spec();
    }

    /** The attributes, of which one is about to change. */
    private static final class Draft {
        final QpType type;
        final CompletionQueue sendCq;
        final CompletionQueue recvCq;
        int maxSend;
        int maxRecv;
        int maxSendSge;
        int maxRecvSge;
        int maxInline;
        boolean signalAll;

        @Nullable
        SharedReceiveQueue srq;

        boolean isSingleThreaded;

        @Nullable
        QpExtension extension;

        Draft(QpSpec from) {
            type = from.type;
            sendCq = from.sendCq;
            recvCq = from.recvCq;
            maxSend = from.maxSend;
            maxRecv = from.maxRecv;
            maxSendSge = from.maxSendSge;
            maxRecvSge = from.maxRecvSge;
            maxInline = from.maxInline;
            signalAll = from.signalAll;
            srq = from.srq;
            isSingleThreaded = from.isSingleThreaded;
            extension = from.extension;
        }

        QpSpec spec() {
            return new QpSpec(
                    type,
                    sendCq,
                    recvCq,
                    maxSend,
                    maxRecv,
                    maxSendSge,
                    maxRecvSge,
                    maxInline,
                    signalAll,
                    srq,
                    isSingleThreaded,
                    extension);
        }
    }
}
