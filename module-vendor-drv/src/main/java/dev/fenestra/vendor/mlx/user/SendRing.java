package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.ControlSegment;
import dev.fenestra.hw.sim.manual.DataSegment;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.RemoteAddressSegment;
import dev.fenestra.hw.sim.manual.UmrControlSegment;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.lang.foreign.MemorySegment;

/**
 * Writes send WQEs into the ring, segment by segment. A WQE is begun, given its segments, and ended; only then do the counters move.
 * Between begin and end its place is {@code current}.
 */
final class SendRing {
    private static final int BLOCK_SHIFT = 6;
    private static final int UNIT_BYTES = 16;
    private static final int UNITS_PER_BLOCK = 4;
    private static final int INDEX_MASK = 0xffff;
    private static final int CONTEXT_UNIT = 4;
    private static final int LIST_UNIT = 8;
    private static final int LIST_UNITS = 4;
    private static final int TAIL_FENCE = ControlSegment.FENCE.place(ControlSegment.FENCE_SMALL);
    private static final long MASK_BIND = UmrControlSegment.MASK_FREE
            | UmrControlSegment.MASK_TAG
            | UmrControlSegment.MASK_LENGTH
            | UmrControlSegment.MASK_START_ADDRESS
            | UmrControlSegment.MASK_LOCAL_WRITE
            | UmrControlSegment.MASK_REMOTE_READ
            | UmrControlSegment.MASK_REMOTE_WRITE
            | UmrControlSegment.MASK_ATOMIC;

    private final QueueBuffer buffer;
    private final int base;
    private final int bytes;
    private final int qpn;
    private final boolean signalAll;
    /** Basic blocks posted, free-running. */
    int posted;
    /** What the next WQE's fence bits are unless it asks for a fence. */
    int nextFence;

    private int current;
    private int unit;
    private int inlineBytes;
    private long doorbell;

    SendRing(QueueBuffer buffer, QpSizes sizes, int qpn, boolean signalAll) {
        this.buffer = buffer;
        base = sizes.receiveBytes();
        bytes = sizes.sendBlocks() << BLOCK_SHIFT;
        this.qpn = qpn;
        this.signalAll = signalAll;
    }

    int blocks() {
        return bytes >>> BLOCK_SHIFT;
    }

    /** Slot of the WQE being written. */
    int slot() {
        return current & blocks() - 1;
    }

    void reset() {
        posted = 0;
        nextFence = 0;
    }

    /** Begins a WQE at the next block; its immediate word is left as it is. */
    void begin(int opcode, int flags) {
        current = posted;
        unit = 1;
        inlineBytes = 0;
        int at = at(0);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        ControlSegment.OPCODE.word(
                memory,
                offset,
                ControlSegment.WQE_INDEX.place(current & INDEX_MASK) | ControlSegment.OPCODE.place(opcode));
        ControlSegment.FENCE.word(memory, offset, flagsWord(flags));
        nextFence = 0;
    }

    private int flagsWord(int flags) {
        int fence = (flags & SendFlag.FENCE) != 0 ? ControlSegment.FENCE.place(ControlSegment.FENCE_FULL) : nextFence;
        int completion = signalAll || (flags & SendFlag.SIGNALED) != 0
                ? ControlSegment.COMPLETION.place(ControlSegment.COMPLETION_ALWAYS)
                : 0;
        int solicited = (flags & SendFlag.SOLICITED) != 0 ? ControlSegment.SOLICITED.place(1) : 0;
        return fence | completion | solicited;
    }

    /** Immediate data, the key to invalidate, or a window's old key. */
    void immediate(int value) {
        int at = at(0);
        ControlSegment.IMMEDIATE.word(buffer.segment(at), buffer.offset(at), value);
    }

    void remoteAddress(int rkey, long address) {
        int at = at(unit++);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        RemoteAddressSegment.ADDRESS.setLong(memory, offset, address);
        RemoteAddressSegment.RKEY.word(memory, offset, rkey);
        RemoteAddressSegment.RESERVED.word(memory, offset, 0);
    }

    /** A piece of registered memory; an empty piece is left out. */
    void data(int lkey, long address, int length) {
        if (length == 0) {
            return;
        }
        int at = at(unit++);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        DataSegment.BYTE_COUNT.word(memory, offset, length);
        DataSegment.LKEY.word(memory, offset, lkey);
        DataSegment.ADDRESS.setLong(memory, offset, address);
    }

    /** Copies process memory behind what was already copied, split where the ring ends; false where nothing is mapped. */
    boolean inline(UserMemory memory, long address, int length) {
        int done = 0;
        while (done < length) {
            int inSegment = DataSegment.INLINE_HEADER_BYTES + inlineBytes;
            int at = at(unit + inSegment / UNIT_BYTES) + inSegment % UNIT_BYTES;
            long room = Math.min(UNIT_BYTES - inSegment % UNIT_BYTES, memory.contiguous(address + done));
            int part = (int) Math.min(length - done, room);
            if (part == 0) {
                return false;
            }
            MemorySegment.copy(
                    memory.segment(address + done),
                    memory.offset(address + done),
                    buffer.segment(at),
                    buffer.offset(at),
                    part);
            inlineBytes += part;
            done += part;
        }
        return true;
    }

    /** Inline bytes of the WQE being written. */
    int inlineBytes() {
        return inlineBytes;
    }

    /** A bind: UMR control, mkey context and a list of one entry. */
    void bind(boolean type2, int newKey, int lkey, long address, long length, int access) {
        int flags = UmrControlSegment.INLINE
                | UmrControlSegment.TRANSLATION_OFFSET
                | (type2 ? UmrControlSegment.CHECK_FREE : 0);
        umrControl(flags, LIST_UNITS, MASK_BIND | (type2 ? UmrControlSegment.MASK_QPN : 0));
        context(false, type2 ? qpn : MkeyContext.ANY_QPN, newKey);
        int at = at(CONTEXT_UNIT);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        MkeyContext.LOCAL_READ.set(memory, offset, false);
        MkeyContext.LOCAL_WRITE.set(memory, offset, AccessFlag.LOCAL_WRITE.in(access));
        MkeyContext.REMOTE_READ.set(memory, offset, AccessFlag.REMOTE_READ.in(access));
        MkeyContext.REMOTE_WRITE.set(memory, offset, AccessFlag.REMOTE_WRITE.in(access));
        MkeyContext.ATOMIC.set(memory, offset, AccessFlag.REMOTE_ATOMIC.in(access));
        MkeyContext.UMR_ENABLED.set(memory, offset, false);
        MkeyContext.START_ADDRESS.setLong(memory, offset, AccessFlag.ZERO_BASED.in(access) ? 0 : address);
        MkeyContext.LENGTH.setLong(memory, offset, length);
        list(lkey, address, (int) length);
        unit = LIST_UNIT + LIST_UNITS;
        nextFence = TAIL_FENCE;
    }

    private void list(int lkey, long address, int length) {
        int at = at(LIST_UNIT);
        buffer.segment(at).asSlice(buffer.offset(at), LIST_UNITS * UNIT_BYTES).fill((byte) 0);
        DataSegment.BYTE_COUNT.word(buffer.segment(at), buffer.offset(at), length);
        DataSegment.LKEY.word(buffer.segment(at), buffer.offset(at), lkey);
        DataSegment.ADDRESS.setLong(buffer.segment(at), buffer.offset(at), address);
    }

    /** A bind of length 0. For type 1 it unbinds. */
    void bindNothing(boolean type2, int newKey) {
        int check = type2 ? UmrControlSegment.CHECK_QPN : 0;
        long mask = type2 ? UmrControlSegment.MASK_QPN : 0;
        makeFree(check, mask, newKey);
    }

    void invalidate() {
        makeFree(UmrControlSegment.CHECK_QPN, UmrControlSegment.MASK_QPN, 0);
    }

    private void makeFree(int check, long mask, int newKey) {
        umrControl(
                UmrControlSegment.INLINE | UmrControlSegment.TRANSLATION_OFFSET | check,
                0,
                UmrControlSegment.MASK_FREE | UmrControlSegment.MASK_TAG | mask);
        context(true, MkeyContext.ANY_QPN, newKey);
        unit = LIST_UNIT;
        nextFence = TAIL_FENCE;
    }

    private void umrControl(int flags, int listUnits, long mask) {
        int at = at(1);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        memory.asSlice(offset, UmrControlSegment.BYTES).fill((byte) 0);
        UmrControlSegment.FLAGS.set(memory, offset, flags);
        UmrControlSegment.KLM_OCTOWORDS.set(memory, offset, listUnits);
        UmrControlSegment.MKEY_MASK.setLong(memory, offset, mask);
    }

    private void context(boolean free, int qpNumber, int newKey) {
        int at = at(CONTEXT_UNIT);
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        MkeyContext.FREE.word(
                memory,
                offset,
                MkeyContext.FREE.word(memory, offset) & 0x00ffffff | MkeyContext.FREE.place(free ? 1 : 0));
        MkeyContext.TAG.word(memory, offset, MkeyContext.QPN.place(qpNumber) | MkeyContext.TAG.place(newKey));
    }

    /** Ends the WQE: writes its size and moves the counter behind it. */
    void end() {
        if (inlineBytes > 0) {
            int at = at(unit);
            DataSegment.BYTE_COUNT.word(buffer.segment(at), buffer.offset(at), DataSegment.INLINE | inlineBytes);
            unit += (DataSegment.INLINE_HEADER_BYTES + inlineBytes + UNIT_BYTES - 1) / UNIT_BYTES;
        }
        int at = at(0);
        ControlSegment.DS.word(buffer.segment(at), buffer.offset(at), qpn << 8 | ControlSegment.DS.place(unit));
        posted += (unit + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK;
        MemorySegment memory = buffer.segment(at);
        long offset = buffer.offset(at);
        doorbell = (long) ControlSegment.OPCODE.word(memory, offset) << 32
                | ControlSegment.DS.word(memory, offset) & 0xffffffffL;
    }

    /** 16-byte units of the WQE just ended. */
    int units() {
        return unit;
    }

    /** Opcode of the WQE last begun. */
    int opcode() {
        int at = at(0);
        return ControlSegment.OPCODE.get(buffer.segment(at), buffer.offset(at));
    }

    /** The first 8 bytes of the WQE last ended: what a doorbell register takes. */
    long doorbell() {
        return doorbell;
    }

    private int at(int unitNumber) {
        return base + ((current << BLOCK_SHIFT) + unitNumber * UNIT_BYTES & bytes - 1);
    }
}
