package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
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
 * @param maxSge pieces per request, default 4
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
        int maxSge,
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
        return new QpSpec(
                type,
                sendCq,
                recvCq,
                requests,
                maxRecv,
                maxSge,
                maxInline,
                signalAll,
                srq,
                isSingleThreaded,
                extension);
    }

    /**
     * {@return such a QP with room for so many receives}
     *
     * @param requests 0 to the device's {@code max_qp_wr}; more is EINVAL at creation
     */
    public QpSpec maxRecv(int requests) {
        return new QpSpec(
                type,
                sendCq,
                recvCq,
                maxSend,
                requests,
                maxSge,
                maxInline,
                signalAll,
                srq,
                isSingleThreaded,
                extension);
    }

    /**
     * {@return such a QP whose requests may have so many pieces of data}
     *
     * @param pieces 1 to the device's {@code max_sge}; more is EINVAL at creation
     */
    public QpSpec maxSge(int pieces) {
        return new QpSpec(
                type, sendCq, recvCq, maxSend, maxRecv, pieces, maxInline, signalAll, srq, isSingleThreaded, extension);
    }

    /**
     * {@return such a QP whose requests may carry so many bytes of inline data}
     *
     * @param bytes a request with more is refused with ENOMEM
     */
    public QpSpec maxInline(int bytes) {
        return new QpSpec(
                type, sendCq, recvCq, maxSend, maxRecv, maxSge, bytes, signalAll, srq, isSingleThreaded, extension);
    }

    /**
     * {@return such a QP with this choice of completions}
     *
     * @param all {@code sq_sig_all}: true when every send request completes visibly, false when only signaled ones do
     */
    public QpSpec signalAll(boolean all) {
        return new QpSpec(
                type, sendCq, recvCq, maxSend, maxRecv, maxSge, maxInline, all, srq, isSingleThreaded, extension);
    }

    /**
     * {@return such a QP whose receives come from a shared queue; {@code maxRecv} means nothing then}
     *
     * @param shared an SRQ of the same context
     */
    public QpSpec srq(SharedReceiveQueue shared) {
        return new QpSpec(
                type,
                sendCq,
                recvCq,
                maxSend,
                maxRecv,
                maxSge,
                maxInline,
                signalAll,
                shared,
                isSingleThreaded,
                extension);
    }

    /**
     * Promises that one thread at a time uses each queue.
     *
     * @return such a QP that takes no locks
     */
    public QpSpec singleThreaded() {
        return new QpSpec(type, sendCq, recvCq, maxSend, maxRecv, maxSge, maxInline, signalAll, srq, true, extension);
    }

    /**
     * Asks for attributes of one vendor. On the device of another vendor the creation is refused with EOPNOTSUPP.
     *
     * @param asked options that the vendor declares
     * @return such a QP with these options
     */
    public QpSpec extension(QpExtension asked) {
        return new QpSpec(
                type, sendCq, recvCq, maxSend, maxRecv, maxSge, maxInline, signalAll, srq, isSingleThreaded, asked);
    }

    QpCapacity capacity() {
        return new QpCapacity(maxSend, maxRecv, maxSge, maxSge, maxInline);
    }
}
