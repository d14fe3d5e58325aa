package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;

/**
 * How large a QP's queues become for what was asked. The send queue is sized for the largest request an RC QP can post, a bind.
 *
 * @param sendBlocks basic blocks of the send ring, a power of two
 * @param maxPost send requests that fit
 * @param maxSendSge elements of a send request
 * @param maxInline bytes of an inline send
 * @param receives receive WQEs, a power of two
 * @param logReceiveStride log2 of the bytes of a receive WQE
 */
record QpSizes(int sendBlocks, int maxPost, int maxSendSge, int maxInline, int receives, int logReceiveStride) {
    private static final int BLOCK_BYTES = 64;
    private static final int UNIT_BYTES = 16;
    private static final int OVERHEAD = 192;
    private static final int INLINE_HEADER = 4;
    private static final int MAX_WQE_BYTES = 1024;
    private static final int MAX_BLOCKS = 1 << 15;
    private static final int MAX_RECEIVE_BYTES = 512;

    /** EINVAL when the queues would not fit the device. */
    static QpSizes of(QpCapacity asked) {
        int inline = asked.maxInlineData() == 0 ? 0 : up(INLINE_HEADER + asked.maxInlineData(), UNIT_BYTES);
        int data = Math.max(UNIT_BYTES * asked.maxSendSge(), inline);
        int wqe = up(OVERHEAD + data, BLOCK_BYTES);
        long ring = powerOfTwo(Math.max(1L, (long) asked.maxSendWr() * wqe));
        int stride = (int) powerOfTwo(UNIT_BYTES * Math.max(1L, asked.maxRecvSge()));
        long receives = powerOfTwo(Math.max(1L, asked.maxRecvWr()));
        if (wqe > MAX_WQE_BYTES
                || ring / BLOCK_BYTES > MAX_BLOCKS
                || receives > MAX_BLOCKS
                || stride > MAX_RECEIVE_BYTES) {
            throw new VerbsException(MlxRule.SIZES.errno(), MlxRule.SIZES, asked.toString());
        }
        int blocks = (int) Math.max(1, ring / BLOCK_BYTES);
        int fewest = Math.max(1, BLOCK_BYTES / stride);
        return new QpSizes(
                blocks,
                (int) (ring / wqe),
                asked.maxSendSge(),
                wqe - OVERHEAD - INLINE_HEADER,
                (int) Math.max(fewest, receives),
                Integer.numberOfTrailingZeros(stride));
    }

    int receiveBytes() {
        return receives << logReceiveStride;
    }

    long bytes() {
        return receiveBytes() + (long) sendBlocks * BLOCK_BYTES;
    }

    /** Elements of a receive. */
    int maxReceiveSge() {
        return (1 << logReceiveStride) / UNIT_BYTES;
    }

    QpCapacity capacity() {
        return new QpCapacity(maxPost, receives, maxSendSge, maxReceiveSge(), maxInline);
    }

    private static int up(int value, int unit) {
        return (value + unit - 1) / unit * unit;
    }

    private static long powerOfTwo(long value) {
        return value <= 1 ? 1 : Long.highestOneBit(value - 1) << 1;
    }
}
