package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;

/**
 * The sizes of a QP's queues, derived from the program's attributes.
 *
 * @param sendBlocks basic blocks of the send ring, a power of two, or 0 for no send queue
 * @param maxPost send requests that fit
 * @param maxSendSge elements of a send request
 * @param maxInline bytes of an inline send
 * @param receives receive WQEs, a power of two, or 0 for no receive queue
 * @param logReceiveStride log2 of the bytes of a receive WQE
 * @param maxReceiveSge elements of a receive
 */
record QpSizes(
        int sendBlocks,
        int maxPost,
        int maxSendSge,
        int maxInline,
        int receives,
        int logReceiveStride,
        int maxReceiveSge) {
    private static final int BLOCK_BYTES = 64;
    private static final int UNIT_BYTES = 16;
    private static final int INLINE_HEADER = 4;
    private static final int SMALLEST_RECEIVE_RING = 64;
    private static final QpCapacity SMALLEST = new QpCapacity(0, 1, 0, 1, 0);

    /**
     * The limits of a device.
     *
     * @param sendWqeBytes of one send WQE
     * @param sendBlocks of a send ring
     * @param receiveWqeBytes of one receive WQE
     * @param receives of a receive queue
     */
    record Limits(int sendWqeBytes, int sendBlocks, int receiveWqeBytes, int receives) {
        static final Limits DEFAULT = new Limits(1024, 1 << 15, 512, 1 << 15);
    }

    /**
     * Sizes for a QP with its own receive queue.
     *
     * @param overhead bytes of a send WQE before its data
     */
    static QpSizes of(QpCapacity asked, int overhead) {
        return of(asked, overhead, false, Limits.DEFAULT);
    }

    /** Sizes for a QP that takes its receives from an SRQ. */
    static QpSizes withSrq(QpCapacity asked, int overhead) {
        return of(asked, overhead, true, Limits.DEFAULT).withSendQueue();
    }

    /** Refuses with EINVAL queues that do not fit the device. With an SRQ the QP has no receive queue of its own. */
    static QpSizes of(QpCapacity asked, int overhead, boolean usesSrq, Limits limits) {
        boolean sends = asked.maxSendWr() > 0;
        long wqe = sends ? sendWqeBytes(asked, overhead) : BLOCK_BYTES;
        long ring = sends ? powerOfTwo(asked.maxSendWr() * wqe) : 0;
        boolean takesReceives = asked.maxRecvWr() > 0 && !usesSrq;
        long stride = takesReceives ? powerOfTwo(UNIT_BYTES * Math.max(1L, asked.maxRecvSge())) : 1;
        long receives =
                takesReceives ? Math.max(SMALLEST_RECEIVE_RING, powerOfTwo(asked.maxRecvWr()) * stride) / stride : 0;
        boolean fits = wqe <= limits.sendWqeBytes
                && ring / BLOCK_BYTES <= limits.sendBlocks
                && stride <= limits.receiveWqeBytes
                && receives <= limits.receives;
        if (!fits) {
            throw new VerbsException(MlxRule.SIZES, asked.toString());
        }
        return new QpSizes(
                (int) (ring / BLOCK_BYTES),
                (int) (ring / wqe),
                sends ? asked.maxSendSge() : 0,
                sends ? (int) wqe - overhead - INLINE_HEADER : 0,
                (int) receives,
                Long.numberOfTrailingZeros(stride),
                takesReceives ? (int) stride / UNIT_BYTES : 0);
    }

    private static long sendWqeBytes(QpCapacity asked, int overhead) {
        long inline = asked.maxInlineData() == 0 ? 0 : up((long) INLINE_HEADER + asked.maxInlineData(), UNIT_BYTES);
        return up(overhead + Math.max((long) UNIT_BYTES * asked.maxSendSge(), inline), BLOCK_BYTES);
    }

    /**
     * The same with the smallest memory for an absent queue, since each QP of the device has both queues. Such a send
     * queue takes no request.
     */
    QpSizes withBothQueues() {
        QpSizes smallest = of(SMALLEST, 0);
        return new QpSizes(
                Math.max(1, sendBlocks),
                maxPost,
                maxSendSge,
                maxInline,
                receives > 0 ? receives : smallest.receives,
                receives > 0 ? logReceiveStride : smallest.logReceiveStride,
                receives > 0 ? maxReceiveSge : smallest.maxReceiveSge);
    }

    /** The same with the smallest send queue for an absent one; receives come from an SRQ. */
    QpSizes withSendQueue() {
        return new QpSizes(
                Math.max(1, sendBlocks), maxPost, maxSendSge, maxInline, receives, logReceiveStride, maxReceiveSge);
    }

    int receiveBytes() {
        return receives << logReceiveStride;
    }

    long bytes() {
        return receiveBytes() + (long) sendBlocks * BLOCK_BYTES;
    }

    QpCapacity capacity() {
        return new QpCapacity(maxPost, receives, maxSendSge, maxReceiveSge, maxInline);
    }

    private static long up(long value, int unit) {
        return (value + unit - 1) / unit * unit;
    }

    private static long powerOfTwo(long value) {
        return value <= 1 ? 1 : Long.highestOneBit(value - 1) << 1;
    }
}
