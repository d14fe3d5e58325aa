package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import java.lang.foreign.MemorySegment;

/** Writes the segments of WQEs that change an mkey: binds and invalidates. The next WQE carries a small fence. */
final class UmrSegments {
    static final int TAIL_FENCE = ControlSegment.FENCE.insert(ControlSegment.FENCE_SMALL);
    static final int UNIT_BYTES = 16;
    static final int CONTROL_UNIT = 1;
    static final int CONTEXT_UNIT = 4;
    static final int LIST_UNIT = 8;
    private static final int LIST_UNITS = 4;
    /** The context's first word is written byte by byte, since its bytes 1 and 3 belong to no UMR. */
    private static final int FREE_SHIFT = 24;

    static final int ACCESS_BYTE = 2;
    private static final int ACCESS_SHIFT = 8;

    private static final long MASK_BIND = UmrControlSegment.MASK_FREE
            | UmrControlSegment.MASK_TAG
            | UmrControlSegment.MASK_LENGTH
            | UmrControlSegment.MASK_START_ADDRESS
            | UmrControlSegment.MASK_LOCAL_WRITE
            | UmrControlSegment.MASK_REMOTE_READ
            | UmrControlSegment.MASK_REMOTE_WRITE
            | UmrControlSegment.MASK_ATOMIC;

    /** The rights of a window are the lowest bits of its access flags. */
    private static final int RIGHT_BITS = 4;

    private static final byte[] RIGHTS = rightsOfAll();

    private final SendRing ring;

    UmrSegments(SendRing ring) {
        this.ring = ring;
    }

    /** A bind: UMR control, mkey context and a list of one entry. */
    void bind(boolean type2, int newKey, int lkey, long address, long length, int access) {
        int flags = UmrControlSegment.INLINE
                | UmrControlSegment.TRANSLATION_OFFSET
                | (type2 ? UmrControlSegment.CHECK_FREE : 0);
        control(flags, LIST_UNITS, MASK_BIND | (type2 ? UmrControlSegment.MASK_QPN : 0));
        context(false, type2 ? ring.qpn() : MkeyContext.ANY_QPN, newKey);
        MemorySegment memory = ring.segment(CONTEXT_UNIT);
        long offset = ring.offset(CONTEXT_UNIT);
        memory.set(JAVA_BYTE, offset + ACCESS_BYTE, rights(access));
        MkeyContext.START_ADDRESS.setLong(memory, offset, AccessFlag.ZERO_BASED.in(access) ? 0 : address);
        MkeyContext.LENGTH.setLong(memory, offset, length);
        list(lkey, address, (int) length);
        ring.units(LIST_UNIT + LIST_UNITS);
    }

    /** The byte of the context's first word that holds rights. */
    static byte rights(int access) {
        return RIGHTS[access & RIGHTS.length - 1];
    }

    private static byte[] rightsOfAll() {
        byte[] rights = new byte[1 << RIGHT_BITS];
        for (int access = 0; access < rights.length; access++) {
            rights[access] = (byte) (accessWord(access) >>> ACCESS_SHIFT);
        }
        return rights;
    }

    private static int accessWord(int access) {
        return (AccessFlag.LOCAL_WRITE.in(access) ? MkeyContext.LOCAL_WRITE.insert(1) : 0)
                | (AccessFlag.REMOTE_READ.in(access) ? MkeyContext.REMOTE_READ.insert(1) : 0)
                | (AccessFlag.REMOTE_WRITE.in(access) ? MkeyContext.REMOTE_WRITE.insert(1) : 0)
                | (AccessFlag.REMOTE_ATOMIC.in(access) ? MkeyContext.ATOMIC.insert(1) : 0);
    }

    private void list(int lkey, long address, int length) {
        MemorySegment memory = ring.segment(LIST_UNIT);
        long offset = ring.offset(LIST_UNIT);
        DataSegment.BYTE_COUNT.pair(memory, offset, length, lkey);
        DataSegment.ADDRESS.setLong(memory, offset, address);
        for (int unit = 1; unit < LIST_UNITS; unit++) {
            clear(memory, offset + unit * UNIT_BYTES);
        }
    }

    /**
     * A bind of length 0. It unbinds a type-1 window; for type 2 the device refuses it. With tag 0 its bytes on mlx5
     * would be those of an invalidate. So that bind also asks for a free window, as every other bind of type 2 does.
     */
    void bindNothing(boolean type2, int newKey) {
        if (type2) {
            int free = MemoryKey.tag(newKey) == 0 ? UmrControlSegment.CHECK_FREE : 0;
            makeFree(UmrControlSegment.CHECK_QPN | free, UmrControlSegment.MASK_QPN, newKey);
        } else {
            makeFree(0, 0, newKey);
        }
    }

    void invalidate() {
        makeFree(UmrControlSegment.CHECK_QPN, UmrControlSegment.MASK_QPN, 0);
    }

    private void makeFree(int check, long mask, int newKey) {
        control(
                UmrControlSegment.INLINE | UmrControlSegment.TRANSLATION_OFFSET | check,
                0,
                UmrControlSegment.MASK_FREE | UmrControlSegment.MASK_TAG | mask);
        context(true, MkeyContext.ANY_QPN, newKey);
        ring.units(LIST_UNIT);
    }

    void control(int flags, int listUnits, long mask) {
        MemorySegment memory = ring.segment(CONTROL_UNIT);
        long offset = ring.offset(CONTROL_UNIT);
        int list = UmrControlSegment.KLM_OCTOWORDS.insert(listUnits);
        UmrControlSegment.FLAGS.pair(memory, offset, UmrControlSegment.FLAGS.insert(flags), list);
        UmrControlSegment.MKEY_MASK.setLong(memory, offset, mask);
        for (int at = UNIT_BYTES; at < UmrControlSegment.BYTES; at += UNIT_BYTES) {
            clear(memory, offset + at);
        }
    }

    /** Writes the byte of the free bit, and the word of QP number and tag. The bytes around them keep their values. */
    void context(boolean free, int qpNumber, int newKey) {
        MemorySegment memory = ring.segment(CONTEXT_UNIT);
        long offset = ring.offset(CONTEXT_UNIT);
        memory.set(JAVA_BYTE, offset, (byte) (MkeyContext.FREE.insert(free ? 1 : 0) >>> FREE_SHIFT));
        MkeyContext.TAG.word(memory, offset, MkeyContext.QPN.insert(qpNumber) | MkeyContext.TAG.insert(newKey));
    }

    /** Zeroes units word by word, since a slice for a fill would be an allocation. */
    void clear(int firstUnit, int units) {
        for (int unit = firstUnit; unit < firstUnit + units; unit++) {
            clear(ring.segment(unit), ring.offset(unit));
        }
    }

    private static void clear(MemorySegment memory, long offset) {
        DataSegment.BYTE_COUNT.pair(memory, offset, 0, 0);
        DataSegment.ADDRESS.setLong(memory, offset, 0);
    }
}
