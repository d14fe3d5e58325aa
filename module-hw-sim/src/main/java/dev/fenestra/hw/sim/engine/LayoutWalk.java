package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.MkeyLimits;
import dev.fenestra.hw.sim.manual.Klm;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.RepeatBlock;
import dev.fenestra.hw.sim.manual.RepeatEntry;
import dev.fenestra.hw.sim.manual.SpecialKeys;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Checks accesses by keys that lead to memory through a layout of other keys, and notes in {@link #runs} where they lead. Each level is
 * looked up anew for each access, with the PD and the right that the first one was asked for.
 */
final class LayoutWalk {
    private static final long WORD = 0xffffffffL;

    private final MptTable mpt;
    private final MttTable mtt;
    private final int maxIndirection;
    final Runs runs = new Runs();
    private int pd;
    private int right;

    LayoutWalk(MptTable mpt, MttTable mtt, MkeyLimits limits) {
        this.mpt = mpt;
        this.mtt = mtt;
        maxIndirection = limits.maxIndirection();
    }

    /** Checks a local access by a key that is no region's. */
    @Nullable
    HcaRule local(int ofPd, int lkey, long address, long length, boolean write) {
        runs.clear();
        if (lkey == SpecialKeys.NULL_KEY) {
            runs.add(Runs.HOLE, 0, (int) length);
            return null;
        }
        int index = lkey >>> 8;
        if (!isMkey(index) && !FastRegionUnit.isFast(mpt, index) && !isOnCard(index)) {
            return HcaRule.L1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (MptEntry.tag(memory, entry) != (lkey & 0xff)) {
            return HcaRule.L2;
        }
        if (MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.L3;
        }
        if (MkeyContext.PD.get(memory, entry) != ofPd) {
            return HcaRule.L4;
        }
        if (write && !MkeyContext.LOCAL_WRITE.isSet(memory, entry)) {
            return HcaRule.L5;
        }
        long offset = address - MkeyContext.START_ADDRESS.getLong(memory, entry);
        if (!KeyChecks.fits(offset, length, MkeyContext.LENGTH.getLong(memory, entry))) {
            return HcaRule.L6;
        }
        pd = ofPd;
        right = write ? MkeyContext.LOCAL_WRITE.place(1) : 0;
        return follow(memory, entry, offset, length, 1);
    }

    /**
     * Checks a remote access by the key of an mkey.
     *
     * @param length of the message from here on: it must lie inside the mkey
     * @param part bytes that are moved now: what they lead to is looked at
     */
    @Nullable
    HcaRule remote(int ofPd, int rkey, long address, long length, int remoteRight, int part) {
        MemorySegment memory = mpt.segment(rkey >>> 8);
        long entry = mpt.offset(rkey >>> 8);
        if (MptEntry.tag(memory, entry) != (rkey & 0xff)) {
            return HcaRule.R2;
        }
        if (MkeyContext.PD.get(memory, entry) != ofPd) {
            return HcaRule.R3;
        }
        if (MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.R5;
        }
        if ((MkeyContext.FREE.word(memory, entry) & remoteRight) == 0) {
            return HcaRule.R4;
        }
        long offset = address - MkeyContext.START_ADDRESS.getLong(memory, entry);
        if (!KeyChecks.fits(offset, length, MkeyContext.LENGTH.getLong(memory, entry))) {
            return HcaRule.R6;
        }
        runs.clear();
        pd = ofPd;
        right = remoteRight;
        return follow(memory, entry, offset, part, 1);
    }

    boolean isMkey(int index) {
        if (!mpt.isBacked(index)) {
            return false;
        }
        int word = MkeyContext.OBJECT_CLASS.word(mpt.segment(index), mpt.offset(index));
        return MptEntry.ALIVE.in(word) != 0 && MkeyContext.OBJECT_CLASS.in(word) == MkeyContext.CLASS_INDIRECT;
    }

    private boolean isOnCard(int index) {
        return mpt.isAlive(index)
                && MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index))
                        == MkeyContext.CLASS_DEVICE_MEMORY;
    }

    /** Follows a range of one mkey's layout, or to the memory of the card. */
    private @Nullable HcaRule follow(MemorySegment memory, long entry, long offset, long length, int depth) {
        if (MkeyContext.OBJECT_CLASS.get(memory, entry) == MkeyContext.CLASS_DEVICE_MEMORY) {
            runs.add(Runs.ON_CARD, MptEntry.BASE.getLong(memory, entry) + offset, (int) length);
            return null;
        }
        if (depth > maxIndirection) {
            return HcaRule.K6;
        }
        int first = MptEntry.TRANSLATION.get(memory, entry);
        int units = MptEntry.LIST_UNITS.get(memory, entry);
        boolean repeats =
                units > 0 && RepeatBlock.OPERATION.get(mtt.segment(first), mtt.offset(first)) == RepeatBlock.REPEAT;
        return repeats
                ? followRepeated(first, units, offset, length, depth)
                : followList(first, units, offset, length, depth);
    }

    private @Nullable HcaRule followList(int first, int units, long offset, long length, int depth) {
        long skip = offset;
        long left = length;
        for (int i = 0; i < units && left > 0; i++) {
            int unit = first + i * MttTable.PER_OCTOWORD;
            MemorySegment memory = mtt.segment(unit);
            long klm = mtt.offset(unit);
            long size = Klm.BYTE_COUNT.getLong(memory, klm);
            if (Long.compareUnsigned(skip, size) >= 0) {
                skip -= size;
                continue;
            }
            long part = Math.min(left, size - skip);
            long address = Klm.ADDRESS.getLong(memory, klm) + skip;
            HcaRule refusal = followEntry(Klm.KEY.get(memory, klm), address, part, depth);
            if (refusal != null) {
                return refusal;
            }
            left -= part;
            skip = 0;
        }
        return left == 0 ? null : HcaRule.K7;
    }

    private @Nullable HcaRule followRepeated(int first, int units, long offset, long length, int depth) {
        int entries = Math.min(RepeatBlock.ENTRIES.get(mtt.segment(first), mtt.offset(first)), units - 1);
        long repeats = RepeatBlock.REPEAT_COUNT.getLong(mtt.segment(first), mtt.offset(first));
        long period = period(first, entries);
        if (period == 0) {
            return length == 0 ? null : HcaRule.K7;
        }
        long repetition = Long.divideUnsigned(offset, period);
        long skip = Long.remainderUnsigned(offset, period);
        long left = length;
        while (left > 0) {
            if (Long.compareUnsigned(repetition, repeats) >= 0) {
                return HcaRule.K7;
            }
            for (int i = 1; i <= entries && left > 0; i++) {
                int unit = first + i * MttTable.PER_OCTOWORD;
                MemorySegment memory = mtt.segment(unit);
                long piece = mtt.offset(unit);
                int size = RepeatEntry.BYTE_COUNT.get(memory, piece);
                if (skip >= size) {
                    skip -= size;
                    continue;
                }
                long part = Math.min(left, size - skip);
                long address = RepeatEntry.ADDRESS.getLong(memory, piece)
                        + repetition * RepeatEntry.STRIDE.get(memory, piece)
                        + skip;
                HcaRule refusal = followEntry(RepeatEntry.LKEY.get(memory, piece), address, part, depth);
                if (refusal != null) {
                    return refusal;
                }
                left -= part;
                skip = 0;
            }
            repetition++;
        }
        return null;
    }

    /** Bytes of one repetition; summed up, since the block's own word may say anything. */
    private long period(int first, int entries) {
        long bytes = 0;
        for (int i = 1; i <= entries; i++) {
            int unit = first + i * MttTable.PER_OCTOWORD;
            bytes += RepeatEntry.BYTE_COUNT.get(mtt.segment(unit), mtt.offset(unit));
        }
        return bytes;
    }

    /** Checks what one entry names, and goes on there. */
    private @Nullable HcaRule followEntry(int key, long address, long length, int depth) {
        if (key == SpecialKeys.NULL_KEY) {
            runs.add(Runs.HOLE, 0, (int) length);
            return null;
        }
        int index = key >>> 8;
        mpt.touch(index);
        boolean mkey = isMkey(index);
        if (!mkey && !(mpt.isBacked(index) && KeyChecks.isRegion(mpt.segment(index), mpt.offset(index)))) {
            return HcaRule.K1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (MptEntry.tag(memory, entry) != (key & 0xff)) {
            return HcaRule.K1;
        }
        if (mkey && MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.K2;
        }
        if (MkeyContext.PD.get(memory, entry) != pd) {
            return HcaRule.K3;
        }
        if (right != 0 && (MkeyContext.FREE.word(memory, entry) & right) == 0) {
            return HcaRule.K4;
        }
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry);
        if (!KeyChecks.fits(address - start, length, MkeyContext.LENGTH.getLong(memory, entry))) {
            return HcaRule.K5;
        }
        if (mkey) {
            return follow(memory, entry, address - start, length, depth + 1);
        }
        long first = KeyChecks.position(memory, entry, start);
        runs.add(MptEntry.TRANSLATION.get(memory, entry), first + (address - start), (int) length);
        return null;
    }
}
