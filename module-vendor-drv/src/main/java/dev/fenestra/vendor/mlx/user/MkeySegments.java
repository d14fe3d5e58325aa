package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.RepeatBlock;
import dev.fenestra.hw.sim.mlx5.prm.RepeatEntry;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import java.lang.foreign.MemorySegment;

/**
 * Writes the segments of WQEs that configure an indirect mkey: first segments without effect, then setter by setter.
 */
final class MkeySegments {
    private static final int UNITS_PER_BLOCK = 4;

    private static final long MASK_ACCESS = UmrControlSegment.MASK_LOCAL_WRITE
            | UmrControlSegment.MASK_REMOTE_READ
            | UmrControlSegment.MASK_REMOTE_WRITE
            | UmrControlSegment.MASK_ATOMIC;

    private final SendRing ring;
    private final UmrSegments umr;

    MkeySegments(SendRing ring, UmrSegments umr) {
        this.ring = ring;
        this.umr = umr;
    }

    /** Writes a configuration without setters, which ends the mkey's free state only. */
    void begin(int key) {
        umr.control(UmrControlSegment.INLINE, 0, UmrControlSegment.MASK_FREE | UmrControlSegment.MASK_TAG);
        umr.clear(UmrSegments.CONTEXT_UNIT, MkeyContext.BYTES / UmrSegments.UNIT_BYTES);
        umr.context(false, MkeyContext.ANY_QPN, key);
        ring.units(UmrSegments.LIST_UNIT);
    }

    void access(int access) {
        ring.segment(UmrSegments.CONTEXT_UNIT)
                .set(
                        JAVA_BYTE,
                        ring.offset(UmrSegments.CONTEXT_UNIT) + UmrSegments.ACCESS_BYTE,
                        UmrSegments.rights(access));
        addMask(MASK_ACCESS);
    }

    void list(SgeList pieces) {
        long total = 0;
        int units = clearList(pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            MemorySegment memory = ring.segment(UmrSegments.LIST_UNIT + i);
            long offset = ring.offset(UmrSegments.LIST_UNIT + i);
            DataSegment.BYTE_COUNT.word(memory, offset, pieces.length(i));
            DataSegment.LKEY.word(memory, offset, pieces.lkey(i));
            DataSegment.ADDRESS.setLong(memory, offset, pieces.address(i));
            total += pieces.length(i) & 0xffffffffL;
        }
        layout(units, total);
    }

    void interleaved(int repeatCount, InterleavedList pieces) {
        int units = clearList(pieces.size() + 1);
        int bytes = 0;
        for (int i = 0; i < pieces.size(); i++) {
            MemorySegment memory = ring.segment(UmrSegments.LIST_UNIT + 1 + i);
            long offset = ring.offset(UmrSegments.LIST_UNIT + 1 + i);
            RepeatEntry.STRIDE.set(memory, offset, pieces.bytesCount(i) + pieces.bytesSkip(i));
            RepeatEntry.BYTE_COUNT.set(memory, offset, pieces.bytesCount(i));
            RepeatEntry.LKEY.word(memory, offset, pieces.lkey(i));
            RepeatEntry.ADDRESS.setLong(memory, offset, pieces.address(i));
            bytes += pieces.bytesCount(i);
        }
        MemorySegment memory = ring.segment(UmrSegments.LIST_UNIT);
        long offset = ring.offset(UmrSegments.LIST_UNIT);
        RepeatBlock.BYTE_COUNT.word(memory, offset, bytes);
        RepeatBlock.OPERATION.word(memory, offset, RepeatBlock.REPEAT);
        RepeatBlock.REPEAT_COUNT.word(memory, offset, repeatCount);
        RepeatBlock.ENTRIES.set(memory, offset, pieces.size());
        layout(units, (bytes & 0xffffffffL) * (repeatCount & 0xffffffffL));
    }

    /** Zeroes the units of the list, rounded up to whole blocks, and returns their number. */
    private int clearList(int entries) {
        int units = (entries + UNITS_PER_BLOCK - 1) / UNITS_PER_BLOCK * UNITS_PER_BLOCK;
        umr.clear(UmrSegments.LIST_UNIT, units);
        return units;
    }

    private void layout(int units, long bytes) {
        MemorySegment control = ring.segment(UmrSegments.CONTROL_UNIT);
        UmrControlSegment.KLM_OCTOWORDS.set(control, ring.offset(UmrSegments.CONTROL_UNIT), units);
        addMask(UmrControlSegment.MASK_LENGTH);
        MkeyContext.LENGTH.setLong(
                ring.segment(UmrSegments.CONTEXT_UNIT), ring.offset(UmrSegments.CONTEXT_UNIT), bytes);
        ring.units(UmrSegments.LIST_UNIT + units);
    }

    private void addMask(long bits) {
        MemorySegment control = ring.segment(UmrSegments.CONTROL_UNIT);
        long offset = ring.offset(UmrSegments.CONTROL_UNIT);
        UmrControlSegment.MKEY_MASK.setLong(
                control, offset, UmrControlSegment.MKEY_MASK.getLong(control, offset) | bits);
    }
}
