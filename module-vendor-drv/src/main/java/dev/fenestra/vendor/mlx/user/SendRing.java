package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import dev.fenestra.hw.sim.mlx5.prm.AtomicSegment;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.RemoteAddressSegment;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ring of a send queue, and the record of its posted requests, at the slot of their first block. Head and tail
 * count requests; the ring counts blocks.
 *
 * <p>A send WQE is written segment by segment: begin a WQE, add its segments, end it. The counters change at its end.
 * Between begin and end its place is {@code current}.
 *
 * <p>A slot is two words of one array. With ten thousand queues in use, each more array, and each more object, would be
 * one more cache miss.
 */
final class SendRing {
    static final int BLOCK_SHIFT = 6;
    private static final ValueLayout.OfInt BE32 = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final int BLOCK_BYTES = 1 << BLOCK_SHIFT;
    private static final int UNIT_SHIFT = 4;
    private static final int UNIT_BYTES = 1 << UNIT_SHIFT;
    private static final int UNITS_PER_BLOCK = 4;
    private static final int INDEX_MASK = 0xffff;
    private static final int PAGE_SHIFT = 12;
    private static final int IN_PAGE = (1 << PAGE_SHIFT) - 1;
    private static final long LOW_WORD = 0xffffffffL;

    /** Of each slot: the wr_id, then the value of the head (low) and the local opcode (high). */
    private final long[] records;

    private final int maxPost;
    /** Requests posted, free-running. */
    int head;
    /** Completed requests. The thread that polls writes it. */
    volatile int tail;

    private final QueueBuffer buffer;
    private final int base;
    private final int bytes;
    private final int qpn;
    private final boolean signalAll;
    private final boolean isSigned;
    private final int addressUnits;
    private final UserMemory memory;
    /** Returns the observer or null; called for each event. */
    private final Supplier<@Nullable DriverObserver> observer;

    /** Basic blocks posted, free-running. */
    int posted;
    /** The fence bits of the next WQE, unless it asks for a fence. */
    int nextFence;

    private int current;
    /** The page of the WQE's first block, where the ring leaves it, its memory, its offset there, that of the block. */
    private int firstPage = -1;

    private int pageEnd;
    private MemorySegment first = MemorySegment.NULL;
    private long pageOffset;
    private long firstOffset;
    /** Units of the WQE that lie on that page, one after the other. */
    private int firstUnits;

    private int unit;
    private int inlineBytes;
    private int firstWord;
    private int lastStart;
    private int lastUnits;
    private long doorbell;

    /**
     * @param pages of the program, for inline data, and its observer
     */
    SendRing(QueueBuffer buffer, QpSizes sizes, int qpn, SendOptions options, UserPages pages) {
        records = new long[2 * sizes.sendBlocks()];
        maxPost = sizes.maxPost();
        this.buffer = buffer;
        base = sizes.receiveBytes();
        bytes = sizes.sendBlocks() << BLOCK_SHIFT;
        this.qpn = qpn;
        signalAll = options.signalAll();
        isSigned = options.signature();
        addressUnits = options.transport().units();
        memory = pages.memory();
        observer = pages.observer();
    }

    int qpn() {
        return qpn;
    }

    /** Shows the WQE last ended, which begins at this block, to the observer, if there is one. */
    void written(int block, long wrId) {
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.wqeWritten(
                    qpn, block & INDEX_MASK, wrId, ControlSegment.OPCODE.extract(firstWord), lastUnits, this::copy);
        }
    }

    /** Shows to the observer, if there is one, that the doorbell was rung for all that is posted. */
    void rung() {
        DriverObserver watching = observer.get();
        if (watching != null) {
            watching.doorbell(qpn, posted & INDEX_MASK);
        }
    }

    int blocks() {
        return bytes >>> BLOCK_SHIFT;
    }

    /** Slot of the WQE being written. */
    int slot() {
        return current & blocks() - 1;
    }

    void reset() {
        head = 0;
        tail = 0;
        posted = 0;
        nextFence = 0;
    }

    /**
     * Whether there is no room for one more request.
     *
     * @param batch requests of the present call that are not counted yet
     */
    boolean isFull(int batch) {
        return head - tail + batch >= maxPost;
    }

    /**
     * Records a request.
     *
     * @param localOpcode the opcode of its completion when the CQE has none
     */
    void note(int slot, long wrId, int batch, int localOpcode) {
        records[2 * slot] = wrId;
        records[2 * slot + 1] = (long) localOpcode << Integer.SIZE | head + batch & LOW_WORD;
    }

    /** The index of a block's record: the array's own length is the mask, so no field of the ring is read for it. */
    private int record(int counter) {
        return 2 * counter & records.length - 2;
    }

    long wrId(int counter) {
        return records[record(counter)];
    }

    /** The value of the head when the request at this block was posted. */
    int headAt(int counter) {
        return (int) records[record(counter) + 1];
    }

    /** The kind of a completed UMR: a bind or an invalidate. */
    int localOpcode(int counter) {
        return (int) (records[record(counter) + 1] >>> Integer.SIZE);
    }

    /** Notes that the request at this block has completed, and so have all earlier ones. */
    void completed(int counter) {
        tail = headAt(counter) + 1;
    }

    /**
     * Begins a WQE at the next block. Its immediate word keeps its old value, and its first words are written at the
     * end.
     */
    void begin(int opcode, int flags) {
        current = posted;
        unit = 1;
        inlineBytes = 0;
        firstWord = ControlSegment.WQE_INDEX.insert(current & INDEX_MASK) | ControlSegment.OPCODE.insert(opcode);
        findFirst();
        ControlSegment.FENCE.word(first, firstOffset, flagsWord(flags));
        nextFence = 0;
    }

    /** Looks the page up when the WQE begins on another one than the last. */
    private void findFirst() {
        int at = at(0);
        int page = at >>> PAGE_SHIFT;
        if (page != firstPage) {
            firstPage = page;
            first = buffer.segment(at);
            pageOffset = buffer.offset(page << PAGE_SHIFT);
            pageEnd = Math.min(page + 1 << PAGE_SHIFT, base + bytes);
        }
        firstOffset = pageOffset + (at & IN_PAGE);
        firstUnits = pageEnd - at >>> UNIT_SHIFT;
    }

    private int flagsWord(int flags) {
        int fence = (flags & SendFlag.FENCE) != 0 ? ControlSegment.FENCE.insert(ControlSegment.FENCE_FULL) : nextFence;
        int completion = signalAll || (flags & SendFlag.SIGNALED) != 0
                ? ControlSegment.COMPLETION.insert(ControlSegment.COMPLETION_ALWAYS)
                : 0;
        int solicited = (flags & SendFlag.SOLICITED) != 0 ? ControlSegment.SOLICITED.insert(1) : 0;
        return fence | completion | solicited;
    }

    /** The immediate word of an earlier WQE; for an invalidate this is the key. */
    int immediateOf(int block) {
        int at = base + (block << BLOCK_SHIFT & bytes - 1);
        return ControlSegment.IMMEDIATE.word(buffer.segment(at), buffer.offset(at));
    }

    /** Sets the immediate word: immediate data, the key to invalidate, or a window's old key. */
    void immediate(int value) {
        ControlSegment.IMMEDIATE.word(first, firstOffset, value);
    }

    int addressUnits() {
        return addressUnits;
    }

    /** Leaves room for the segment with the destination of the request. */
    void reserveAddress() {
        unit += addressUnits;
    }

    /** Fills that room for UD. */
    void datagram(AddressVector path, int qpNumber, int qkey) {
        int at = at(1);
        path.write(buffer.segment(at), buffer.offset(at), qpNumber, qkey);
    }

    /** Fills that room for XRC. */
    void remoteSrq(int number) {
        int at = at(1);
        buffer.segment(at).set(BE32, buffer.offset(at), number);
    }

    void remoteAddress(int rkey, long address) {
        MemorySegment memory = segment(unit);
        long offset = offset(unit++);
        RemoteAddressSegment.ADDRESS.setLong(memory, offset, address);
        RemoteAddressSegment.RKEY.pair(memory, offset, rkey, 0);
    }

    void compareAndSwap(long compare, long swap) {
        MemorySegment memory = segment(unit);
        long offset = offset(unit++);
        AtomicSegment.SWAP_OR_ADD.setLong(memory, offset, swap);
        AtomicSegment.COMPARE.setLong(memory, offset, compare);
    }

    void fetchAndAdd(long add) {
        AtomicSegment.SWAP_OR_ADD.setLong(segment(unit), offset(unit), add);
        unit++;
    }

    /** Adds a piece of registered memory. An empty piece is left out. */
    void data(int lkey, long address, int length) {
        if (length == 0) {
            return;
        }
        MemorySegment memory = segment(unit);
        long offset = offset(unit++);
        DataSegment.BYTE_COUNT.pair(memory, offset, length, lkey);
        DataSegment.ADDRESS.setLong(memory, offset, address);
    }

    /**
     * Appends process memory to the inline data, split at the end of the ring. Returns false where nothing is mapped.
     */
    boolean inline(long address, int length) {
        int done = 0;
        while (done < length) {
            int inSegment = DataSegment.INLINE_HEADER_BYTES + inlineBytes;
            int at = at(unit + inSegment / UNIT_BYTES) + inSegment % UNIT_BYTES;
            int room = Math.min(UNIT_BYTES - inSegment % UNIT_BYTES, length - done);
            int part = (int) memory.load(address + done, buffer.segment(at), buffer.offset(at), room);
            if (part == 0) {
                return false;
            }
            inlineBytes += part;
            done += part;
        }
        return true;
    }

    /** Inline bytes of the WQE being written. */
    int inlineBytes() {
        return inlineBytes;
    }

    /** The memory of a unit of the WQE being written. It holds the rest of the block, too. */
    MemorySegment segment(int unitNumber) {
        return unitNumber < firstUnits ? first : buffer.segment(at(unitNumber));
    }

    /** The offset of a unit of the WQE being written, in its memory. */
    long offset(int unitNumber) {
        return unitNumber < firstUnits ? firstOffset + unitNumber * UNIT_BYTES : buffer.offset(at(unitNumber));
    }

    /** Sets the number of units that the WQE being written has so far. */
    void units(int count) {
        unit = count;
    }

    /** Ends the WQE: writes its first words, and moves the counter behind it. */
    void end() {
        if (inlineBytes > 0) {
            endInline();
        }
        int second = qpn << 8 | ControlSegment.DS.insert(unit);
        ControlSegment.OPCODE.pair(first, firstOffset, firstWord, second);
        if (isSigned) {
            ControlSegment.SIGNATURE.set(first, firstOffset, checksum());
        }
        doorbell = (long) firstWord << 32 | second & 0xffffffffL;
        lastStart = current;
        lastUnits = unit;
        posted += (unit + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK;
    }

    private void endInline() {
        int at = at(unit);
        DataSegment.BYTE_COUNT.word(buffer.segment(at), buffer.offset(at), DataSegment.INLINE | inlineBytes);
        unit += (DataSegment.INLINE_HEADER_BYTES + inlineBytes + UNIT_BYTES - 1) / UNIT_BYTES;
    }

    /** The complement of the XOR of the WQE's bytes. Its own byte counts as 0 and has been 0 since the begin. */
    private int checksum() {
        long all = 0;
        for (int i = 0; i < unit; i++) {
            int at = at(i);
            MemorySegment memory = buffer.segment(at);
            long offset = buffer.offset(at);
            all ^= memory.get(JAVA_LONG_UNALIGNED, offset) ^ memory.get(JAVA_LONG_UNALIGNED, offset + Long.BYTES);
        }
        return Checksum.fold(all) ^ 0xff;
    }

    /** 16-byte units of the WQE last ended. */
    int units() {
        return lastUnits;
    }

    /** The first 8 bytes of the WQE last ended, for a doorbell register. */
    long doorbell() {
        return doorbell;
    }

    /** Copies the blocks of the WQE last ended; they may wrap at the end of the ring. */
    void copyTo(MemorySegment target, long offset) {
        int blocks = (lastUnits + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK;
        for (int i = 0; i < blocks; i++) {
            int at = base + (lastStart + i << BLOCK_SHIFT & bytes - 1);
            MemorySegment.copy(
                    buffer.segment(at), buffer.offset(at), target, offset + (long) i * BLOCK_BYTES, BLOCK_BYTES);
        }
    }

    /** A copy of the WQE last ended. */
    private byte[] copy() {
        byte[] blocks = new byte[(lastUnits + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK * BLOCK_BYTES];
        copyTo(MemorySegment.ofArray(blocks), 0);
        return Arrays.copyOf(blocks, lastUnits * UNIT_BYTES);
    }

    private int at(int unitNumber) {
        return base + ((current << BLOCK_SHIFT) + unitNumber * UNIT_BYTES & bytes - 1);
    }

    /** The byte of the ring at a unit of the WQE that starts at this block. */
    int at(int block, int unitNumber) {
        return base + ((block << BLOCK_SHIFT) + unitNumber * UNIT_BYTES & bytes - 1);
    }

    QueueBuffer buffer() {
        return buffer;
    }
}
