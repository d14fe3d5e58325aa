package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.mlx5.prm.AtomicSegment;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.RemoteAddressSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.lang.foreign.MemorySegment;

/** Reads WQEs of the most frequent shapes, several at once. Each is one block with one piece of data. */
final class BatchFormat {
    private static final int BLOCK_SHIFT = 6;
    private static final int UNIT = ControlSegment.BYTES;
    /** The unit with the data of a SEND. */
    static final int SEND_PIECE = 1;
    /** The unit with the data of an RDMA WRITE. */
    static final int WRITE_PIECE = 2;
    /** The unit with the data of an atomic. */
    static final int ATOMIC_PIECE = 3;

    private static final int SEND_UNITS = SEND_PIECE + 1;
    private static final int WRITE_UNITS = WRITE_PIECE + 1;
    private static final int ATOMIC_UNITS = ATOMIC_PIECE + 1;
    /** Offsets of the segments, bytes. */
    private static final int REMOTE = UNIT;

    private static final int OPERANDS = 2 * UNIT;
    private static final int SEND_DATA = SEND_PIECE * UNIT;
    private static final int WRITE_DATA = WRITE_PIECE * UNIT;
    private static final int ATOMIC_DATA = ATOMIC_PIECE * UNIT;

    private BatchFormat() {}

    /**
     * Reads SENDs and RDMA WRITEs, as {@code WorkQueues.messages} says.
     *
     * @param start offset of the send queue in the memory, bytes
     * @param blocks of the send queue, a power of two
     */
    static int messages(
            RingMemory memory, int start, int blocks, int index, int most, int qpn, long longest, MessageBurst into) {
        long write = QueueGeometry.shape(WqeOpcode.RDMA_WRITE, qpn, WRITE_UNITS);
        long send = QueueGeometry.shape(WqeOpcode.SEND, qpn, SEND_UNITS);
        long signaled = 0;
        long sends = 0;
        int count = 0;
        for (; count < most; count++) {
            int at = start + ((index + count & blocks - 1) << BLOCK_SHIFT);
            MemorySegment wqe = memory.segment(at);
            long base = memory.offset(at);
            memory.claim(wqe, base);
            long shape = QueueGeometry.shape(wqe, base);
            boolean isSend = shape == send;
            int flags = ControlSegment.FENCE.word(wqe, base);
            long data = base + (isSend ? SEND_DATA : WRITE_DATA);
            long countAndKey = DataSegment.BYTE_COUNT.pair(wqe, data);
            // Inline data has the highest bit; a count of 0 stands for 2 GiB.
            int bytes = DataSegment.BYTE_COUNT.wordOf(countAndKey);
            boolean isPlain = (isSend || shape == write) && isOrdinary(flags);
            if (!isPlain || bytes <= 0 || bytes > longest) {
                break;
            }
            signaled |= isSignaled(flags) << count;
            sends |= (isSend ? 1L : 0) << count;
            into.lengths[count] = bytes;
            into.lkeys[count] = DataSegment.LKEY.wordOf(countAndKey);
            into.localAddresses[count] = DataSegment.ADDRESS.getLong(wqe, data);
            into.rkeys[count] = RemoteAddressSegment.RKEY.get(wqe, base + REMOTE);
            into.remoteAddresses[count] = RemoteAddressSegment.ADDRESS.getLong(wqe, base + REMOTE);
        }
        into.signaled = signaled;
        into.sends = sends;
        return count;
    }

    /** Reads atomics, as {@code WorkQueues.atomics} says. */
    static int atomics(RingMemory memory, int start, int blocks, int index, int most, int qpn, AtomicBurst into) {
        long add = QueueGeometry.shape(WqeOpcode.ATOMIC_FA, qpn, ATOMIC_UNITS);
        long swap = QueueGeometry.shape(WqeOpcode.ATOMIC_CS, qpn, ATOMIC_UNITS);
        long signaled = 0;
        long swaps = 0;
        int count = 0;
        for (; count < most; count++) {
            int at = start + ((index + count & blocks - 1) << BLOCK_SHIFT);
            MemorySegment wqe = memory.segment(at);
            long base = memory.offset(at);
            memory.claim(wqe, base);
            long shape = QueueGeometry.shape(wqe, base);
            boolean isSwap = shape == swap;
            int flags = ControlSegment.FENCE.word(wqe, base);
            boolean isPlain =
                    (isSwap || shape == add) && ControlSegment.FENCE.extract(flags) != ControlSegment.FENCE_FULL;
            if (!isPlain || DataSegment.BYTE_COUNT.word(wqe, base + ATOMIC_DATA) < Long.BYTES) {
                break;
            }
            signaled |= isSignaled(flags) << count;
            swaps |= (isSwap ? 1L : 0) << count;
            into.rkeys[count] = RemoteAddressSegment.RKEY.get(wqe, base + REMOTE);
            into.remoteAddresses[count] = RemoteAddressSegment.ADDRESS.getLong(wqe, base + REMOTE);
            into.operands[count] = AtomicSegment.SWAP_OR_ADD.getLong(wqe, base + OPERANDS);
            into.expected[count] = AtomicSegment.COMPARE.getLong(wqe, base + OPERANDS);
        }
        into.signaled = signaled;
        into.swaps = swaps;
        return count;
    }

    private static boolean isOrdinary(int flags) {
        return ControlSegment.FENCE.extract(flags) != ControlSegment.FENCE_FULL
                && ControlSegment.SOLICITED.extract(flags) == 0;
    }

    private static long isSignaled(int flags) {
        return ControlSegment.COMPLETION.extract(flags) == ControlSegment.COMPLETION_ALWAYS ? 1 : 0;
    }
}
