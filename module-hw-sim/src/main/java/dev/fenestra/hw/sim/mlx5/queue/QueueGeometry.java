package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.fast.burst.AtomicBurst;
import dev.fenestra.hw.sim.hca.fast.burst.MessageBurst;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.mlx5.prm.AtomicSegment;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DatagramSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.RemoteAddressSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.mlx5.prm.XrcSegment;
import java.lang.foreign.MemorySegment;

/**
 * Queues in the mlx5 format: WQEs of 64-byte blocks and 16-byte units. The buffer has the receive queue, then the send
 * queue. A doorbell record has the counters of software.
 *
 * @param memory the buffer
 * @param receiveEntries a power of two, or 0
 * @param receiveStride bytes of a receive WQE, a power of two
 * @param addressUnits units of a send WQE with its destination, right after the control segment
 * @param sendBlocks 64-byte blocks of the send queue, a power of two
 * @param record memory of the doorbell record
 * @param recordOffset offset of the record, bytes
 */
public record QueueGeometry(
        RingMemory memory,
        int receiveEntries,
        int receiveStride,
        int addressUnits,
        int sendBlocks,
        MemorySegment record,
        long recordOffset)
        implements WorkQueues {
    static final int BLOCK_SHIFT = 6;
    static final int UNIT_BYTES = 16;
    static final int UNITS_PER_BLOCK = 4;
    private static final long LONGEST_SEGMENT = 1L << 31;
    private static final long LOW_WORD = 0xffffffffL;
    /** The fields in the first 64 bits of a WQE that determine its shape. */
    private static final long SHAPE = (long) ControlSegment.OPCODE.insert(-1) << Integer.SIZE
            | (ControlSegment.QPN.insert(-1) | ControlSegment.DS.insert(-1)) & LOW_WORD;

    /** {@return bytes of the receive queue} */
    public int receiveBytes() {
        return receiveEntries * receiveStride;
    }

    /** {@return data segments that a receive WQE has room for} */
    int receiveUnits() {
        return receiveStride / UNIT_BYTES;
    }

    /** {@return the offset of unit {@code n} (16 bytes) of the WQE at a basic-block index; the ring wraps} */
    int sendUnit(int wqeIndex, int unit) {
        int inRing = (wqeIndex << BLOCK_SHIFT) + unit * UNIT_BYTES & (sendBlocks << BLOCK_SHIFT) - 1;
        return receiveBytes() + inRing;
    }

    /** {@return whether the first units of a send WQE lie on one page, one after the other} */
    boolean isOnePage(int wqeIndex, int units) {
        int first = sendUnit(wqeIndex, 0);
        int last = sendUnit(wqeIndex, units - 1);
        return last > first && memory.isOnePage(first, last);
    }

    /** {@return the offset of unit {@code n} of the receive WQE with this count} */
    int receiveUnit(int wqeIndex, int unit) {
        return (wqeIndex & receiveEntries - 1) * receiveStride + unit * UNIT_BYTES;
    }

    @Override
    public int sendSlots() {
        return sendBlocks;
    }

    @Override
    public int sendsPosted() {
        return DoorbellRecord.observe(DoorbellRecord.SEND, record, recordOffset) & 0xffff;
    }

    @Override
    public boolean hasReceive(int index) {
        return receiveEntries > 0
                && index != (DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset) & 0xffff);
    }

    @Override
    public void fetch(int index, SendOperation into) {
        int at = sendUnit(index, 0);
        MemorySegment wqe = memory.segment(at);
        long base = memory.offset(at);
        memory.claim(wqe, base);
        long what = ControlSegment.OPCODE.pair(wqe, base);
        long how = ControlSegment.FENCE.pair(wqe, base);
        int sizeWord = ControlSegment.DS.wordOf(what);
        int flagsWord = ControlSegment.FENCE.wordOf(how);
        int units = ControlSegment.DS.extract(sizeWord);
        int number = ControlSegment.OPCODE.extract(ControlSegment.OPCODE.wordOf(what));
        into.opcode = QueueNumbers.operation(number);
        into.number = number;
        into.qpn = ControlSegment.QPN.extract(sizeWord);
        into.slots = Math.max(1, units + 3 >>> 2);
        into.units = units;
        into.firstPiece = headUnits(number) + addressUnits;
        into.endOfPieces = units;
        into.isComplete = units >= into.firstPiece;
        into.signaled = ControlSegment.COMPLETION.extract(flagsWord) == ControlSegment.COMPLETION_ALWAYS;
        into.fenced = ControlSegment.FENCE.extract(flagsWord) == ControlSegment.FENCE_FULL;
        into.solicited = ControlSegment.SOLICITED.extract(flagsWord) != 0;
        into.immediate = ControlSegment.IMMEDIATE.wordOf(how);
        into.isWhole = addressUnits == 0 && units <= UNITS_PER_BLOCK && units == into.firstPiece + 1;
        if (into.isWhole) {
            readRest(wqe, base, into);
        }
    }

    /** {@return units before the data: the control segment, and the segments of an operation on remote memory} */
    private static int headUnits(int number) {
        return switch (number) {
            case WqeOpcode.ATOMIC_CS, WqeOpcode.ATOMIC_FA -> 3;
            case WqeOpcode.RDMA_WRITE, WqeOpcode.RDMA_WRITE_IMM, WqeOpcode.RDMA_READ -> 2;
            default -> 1;
        };
    }

    /** {@return opcode, QP number and units of a WQE, to be compared with those of a plain request} */
    static long shape(MemorySegment wqe, long base) {
        return ControlSegment.OPCODE.pair(wqe, base) & SHAPE;
    }

    /** {@return the same of a request that has them} */
    static long shape(int opcode, int qpn, int units) {
        return (long) opcode << Integer.SIZE | ControlSegment.QPN.insert(qpn) & LOW_WORD | units;
    }

    @Override
    public int kind(int index) {
        if (addressUnits != 0) {
            return OTHER;
        }
        int at = sendUnit(index, 0);
        MemorySegment wqe = memory.segment(at);
        long base = memory.offset(at);
        memory.claim(wqe, base);
        return switch (ControlSegment.OPCODE.get(wqe, base)) {
            case WqeOpcode.RDMA_WRITE, WqeOpcode.SEND -> MESSAGE;
            case WqeOpcode.ATOMIC_CS, WqeOpcode.ATOMIC_FA -> ATOMIC;
            case WqeOpcode.UMR -> KEY;
            default -> OTHER;
        };
    }

    @Override
    public int onlyPiece(int opcode) {
        return switch (opcode) {
            case SendOpcode.SEND -> BatchFormat.SEND_PIECE;
            case SendOpcode.RDMA_WRITE -> BatchFormat.WRITE_PIECE;
            default -> BatchFormat.ATOMIC_PIECE;
        };
    }

    @Override
    public int messages(int index, int most, int qpn, long longest, MessageBurst into) {
        return addressUnits == 0
                ? BatchFormat.messages(memory, receiveBytes(), sendBlocks, index, most, qpn, longest, into)
                : 0;
    }

    @Override
    public int atomics(int index, int most, int qpn, AtomicBurst into) {
        return addressUnits == 0 ? BatchFormat.atomics(memory, receiveBytes(), sendBlocks, index, most, qpn, into) : 0;
    }

    /** Reads the segments between the control segment and the end of its block. */
    private static void readRest(MemorySegment wqe, long base, SendOperation into) {
        piece(wqe, base + into.firstPiece * UNIT_BYTES, into.piece);
        into.isWhole = !into.piece.isInline;
        if (into.firstPiece > 1) {
            remote(wqe, base + UNIT_BYTES, into);
        }
        if (into.firstPiece > 2) {
            operands(wqe, base + 2 * UNIT_BYTES, into);
        }
    }

    @Override
    public void remote(int index, SendOperation into) {
        int at = sendUnit(index, 1 + addressUnits);
        remote(memory.segment(at), memory.offset(at), into);
    }

    private static void remote(MemorySegment segment, long base, SendOperation into) {
        into.remoteAddress = RemoteAddressSegment.ADDRESS.getLong(segment, base);
        into.rkey = RemoteAddressSegment.RKEY.get(segment, base);
    }

    @Override
    public void operands(int index, SendOperation into) {
        remote(index, into);
        int at = sendUnit(index, 2 + addressUnits);
        operands(memory.segment(at), memory.offset(at), into);
    }

    private static void operands(MemorySegment segment, long base, SendOperation into) {
        into.swapOrAdd = AtomicSegment.SWAP_OR_ADD.getLong(segment, base);
        into.compare = AtomicSegment.COMPARE.getLong(segment, base);
    }

    @Override
    public void destination(int index, SendOperation into) {
        int first = sendUnit(index, 1);
        into.qkey = DatagramSegment.QKEY.get(memory.segment(first), memory.offset(first));
        int target = DatagramSegment.REMOTE_QPN.word(memory.segment(first), memory.offset(first));
        into.remoteQpn = DatagramSegment.REMOTE_QPN.extract(target);
        into.hasPath = DatagramSegment.EXTENDED.extract(target) != 0;
        into.udpSourcePort = DatagramSegment.REMOTE_LID.get(memory.segment(first), memory.offset(first));
        // The segment may wrap around the end of the ring; its GID lies in its last unit.
        int last = sendUnit(index, addressUnits);
        long base = memory.offset(last) - (DatagramSegment.BYTES - UNIT_BYTES);
        into.sourceGidIndex = DatagramSegment.SOURCE_GID_INDEX.get(memory.segment(last), base);
        into.trafficClass = DatagramSegment.TRAFFIC_CLASS.get(memory.segment(last), base);
        into.flowLabel = DatagramSegment.FLOW_LABEL.get(memory.segment(last), base);
        into.hopLimit = DatagramSegment.HOP_LIMIT.get(memory.segment(last), base);
        into.remoteGidHigh = DatagramSegment.GID_HIGH.getLong(memory.segment(last), base);
        into.remoteGidLow = DatagramSegment.GID_LOW.getLong(memory.segment(last), base);
    }

    @Override
    public int remoteSrq(int index) {
        int at = sendUnit(index, 1);
        return XrcSegment.SRQN.get(memory.segment(at), memory.offset(at));
    }

    @Override
    public void keyRequest(int index, int endOfPieces, boolean ofMkey, KeyRequest into) {
        UmrFormat.read(this, index, endOfPieces, ofMkey, into);
    }

    @Override
    public int plainKeyRequest(int index, int most, int qpn, KeyRequest into) {
        return addressUnits == 0 ? UmrFormat.readPlain(this, index, most, qpn, into) : 0;
    }

    @Override
    public void keyList(int index, int entries, MemorySegment into) {
        UmrFormat.copyList(this, index, entries, into);
    }

    @Override
    public void piece(int index, int number, DataPiece into) {
        int at = sendUnit(index, number);
        piece(memory.segment(at), memory.offset(at), into);
    }

    /** Reads a unit of the WQE as a piece. By the format's convention a length of 0 stands for 2 GiB. */
    private static void piece(MemorySegment segment, long base, DataPiece into) {
        long countAndKey = DataSegment.BYTE_COUNT.pair(segment, base);
        int count = DataSegment.BYTE_COUNT.wordOf(countAndKey);
        int bytes = count & ~DataSegment.INLINE;
        into.isInline = count < 0;
        into.units = count < 0 ? (int) ((DataSegment.INLINE_HEADER_BYTES + bytes - 1L) / UNIT_BYTES) + 1 : 1;
        into.length = count == 0 ? LONGEST_SEGMENT : bytes;
        into.lkey = DataSegment.LKEY.wordOf(countAndKey);
        into.address = DataSegment.ADDRESS.getLong(segment, base);
    }

    @Override
    public int inlineRoom(int firstPiece, int endOfPieces) {
        return (endOfPieces - firstPiece) * UNIT_BYTES - DataSegment.INLINE_HEADER_BYTES;
    }

    /** A run ends with its page, or where the ring wraps. */
    @Override
    public void inline(int index, int firstPiece, int offset, InlineRun into) {
        int inData = DataSegment.INLINE_HEADER_BYTES + offset;
        int at = sendUnit(index, firstPiece + inData / UNIT_BYTES) + inData % UNIT_BYTES;
        int end = receiveBytes() + (sendBlocks << BLOCK_SHIFT);
        into.memory = memory.segment(at);
        into.offset = memory.offset(at);
        into.length = Math.min(end - at, memory.leftOnPage(at));
    }

    /** The list ends with the WQE, or before it with a key of its own. */
    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        return number < receiveUnits() && receivePiece(memory, receiveUnit(index, number), into);
    }

    /**
     * Reads a data segment of a receive WQE. The bit of inline data, which a receive cannot have, is reported as such.
     *
     * @return false when it is the key that ends the list
     */
    static boolean receivePiece(RingMemory memory, int at, DataPiece into) {
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        long countAndKey = DataSegment.BYTE_COUNT.pair(segment, base);
        into.lkey = DataSegment.LKEY.wordOf(countAndKey);
        into.address = DataSegment.ADDRESS.getLong(segment, base);
        int count = DataSegment.BYTE_COUNT.wordOf(countAndKey);
        into.length = count & ~DataSegment.INLINE;
        into.isInline = count < 0;
        return into.lkey != DataSegment.TERMINATOR_LKEY;
    }
}
