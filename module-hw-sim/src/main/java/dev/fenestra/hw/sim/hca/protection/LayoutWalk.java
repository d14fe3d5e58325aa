package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.limits.MkeyLimits;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.Klm;
import dev.fenestra.hw.sim.mlx5.prm.RepeatBlock;
import dev.fenestra.hw.sim.mlx5.prm.RepeatEntry;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Follows an access through a layout of keys to the regions at its end, and checks K1 to K7 on the way. Each access
 * looks every level up again, with the PD and the right of the first key.
 */
final class LayoutWalk {
    private final MttTable mtt;
    /** The object that the current entry names. */
    private final Mkey named;

    private final int maxIndirection;
    /** Of the walk in progress. */
    private int pd;

    private int right;

    LayoutWalk(MptTable mpt, MttTable mtt, MkeyLimits limits) {
        this.mtt = mtt;
        named = new Mkey(mpt);
        maxIndirection = limits.maxIndirection();
    }

    /**
     * Follows a range of an indirect mkey, or of memory of the card, that has passed the rules of the key itself.
     *
     * @param offset of the range from the mkey's first byte
     * @return the rule that refuses; null when all of the range may be reached, and then the runs of the grant are the
     *     range, in order
     */
    @Nullable
    HcaRule follow(Mkey mkey, int ofPd, long offset, int length, int ofRight, Grant grant) {
        grant.leadsToRuns(length);
        if (mkey.isDeviceMemory()) {
            grant.runs.add(LayoutRuns.ON_CARD, mkey.addressOnCard() + offset, length);
            return null;
        }
        pd = ofPd;
        right = ofRight;
        return followList(mkey, offset, length, 1, grant.runs);
    }

    private @Nullable HcaRule followList(Mkey mkey, long offset, long length, int depth, LayoutRuns runs) {
        if (depth > maxIndirection) {
            return HcaRule.K6;
        }
        int first = mkey.translation();
        int units = mkey.listUnits();
        boolean repeats =
                units > 0 && RepeatBlock.OPERATION.get(mtt.segment(first), mtt.offset(first)) == RepeatBlock.REPEAT;
        return repeats
                ? followRepeated(first, units, offset, length, depth, runs)
                : followEntries(first, units, offset, length, depth, runs);
    }

    private @Nullable HcaRule followEntries(
            int first, int units, long offset, long length, int depth, LayoutRuns runs) {
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
            HcaRule refusal = followEntry(Klm.KEY.get(memory, klm), address, part, depth, runs);
            if (refusal != null) {
                return refusal;
            }
            left -= part;
            skip = 0;
        }
        return left == 0 ? null : HcaRule.K7;
    }

    private @Nullable HcaRule followRepeated(
            int first, int units, long offset, long length, int depth, LayoutRuns runs) {
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
                HcaRule refusal = followEntry(RepeatEntry.LKEY.get(memory, piece), address, part, depth, runs);
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

    /** Checks the object that an entry names, and follows the entry. */
    private @Nullable HcaRule followEntry(int key, long address, long length, int depth, LayoutRuns runs) {
        if (key == SpecialKeys.NULL_KEY) {
            runs.add(LayoutRuns.HOLE, 0, (int) length);
            return null;
        }
        named.find(key);
        if (!named.isRegion() && !named.isIndirect() || named.tag() != Key.tag(key)) {
            return HcaRule.K1;
        }
        if (named.isFree()) {
            return HcaRule.K2;
        }
        if (named.pd() != pd) {
            return HcaRule.K3;
        }
        if (!named.grants(right)) {
            return HcaRule.K4;
        }
        if (!named.contains(address, length)) {
            return HcaRule.K5;
        }
        long offset = address - named.start();
        if (named.isIndirect()) {
            return followList(named, offset, length, depth + 1, runs);
        }
        runs.add(named.translation(), named.position(offset), (int) length);
        return null;
    }
}
