package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.jspecify.annotations.Nullable;

/**
 * What a QP is to be like. Begin with {@link #rc}, {@link #uc}, {@link #ud} or {@link #xrc}, then say what differs from
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
 * @param extension what is asked of the device's vendor beyond verbs, default nothing
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
     * {@return a QP for raw packets: without CAP_NET_RAW it is refused with EPERM, with it with EOPNOTSUPP, since no
     * device here has them}
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
     * {@return such a QP, whose every send request makes a completion or only those that ask for it}
     *
     * @param all {@code sq_sig_all}
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
     * Promises that each queue is used by one thread only.
     *
     * @return such a QP, so changed
     */
    public QpSpec singleThreaded() {
        return new QpSpec(type, sendCq, recvCq, maxSend, maxRecv, maxSge, maxInline, signalAll, srq, true, extension);
    }

    /**
     * Asks for what only one vendor offers: EOPNOTSUPP at creation on the device of another.
     *
     * @param asked options that the vendor declares
     * @return such a QP, so changed
     */
    public QpSpec extension(QpExtension asked) {
        return new QpSpec(
                type, sendCq, recvCq, maxSend, maxRecv, maxSge, maxInline, signalAll, srq, isSingleThreaded, asked);
    }

    QpCapacity capacity() {
        return new QpCapacity(maxSend, maxRecv, maxSge, maxSge, maxInline);
    }
}
