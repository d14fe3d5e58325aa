package dev.fenestra.hw.sim.engine;

import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_ATOMIC;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_FREE;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_LENGTH;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_LOCAL_WRITE;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_REMOTE_READ;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_REMOTE_WRITE;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_START_ADDRESS;
import static dev.fenestra.hw.sim.manual.UmrControlSegment.MASK_TAG;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.device.MkeyLimits;
import dev.fenestra.hw.sim.manual.DataSegment;
import dev.fenestra.hw.sim.manual.Field;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.RepeatBlock;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Configures and invalidates indirect mkeys: first all checks, then the effects. */
final class MkeyUnit {
    /** What a UMR may change of an mkey. */
    static final long CHANGEABLE = MASK_FREE
            | MASK_TAG
            | MASK_LENGTH
            | MASK_START_ADDRESS
            | MASK_LOCAL_WRITE
            | MASK_REMOTE_READ
            | MASK_REMOTE_WRITE
            | MASK_ATOMIC;

    private final MptTable mpt;
    private final MttTable mtt;
    private final Watch watch;
    private final long longestEntry;

    MkeyUnit(MptTable mpt, MttTable mtt, Watch watch, MkeyLimits limits) {
        this.mpt = mpt;
        this.mtt = mtt;
        this.watch = watch;
        longestEntry = 1L << limits.logMaxEntry();
    }

    /** Checks what can be checked before the list is read. */
    @Nullable
    HcaRule check(QpContext qp, int key, boolean mustBeFree, int units) {
        MemorySegment memory = mpt.segment(key >>> 8);
        long entry = mpt.offset(key >>> 8);
        if (MptEntry.tag(memory, entry) != (key & 0xff)) {
            return HcaRule.M1;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.M2;
        }
        if (mustBeFree && !MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.M3;
        }
        return units > MptEntry.ENTRIES.get(memory, entry) / MttTable.PER_OCTOWORD ? HcaRule.M4 : null;
    }

    /** Whether the entries of a list are as long as they may be; those behind a repeat block always are. */
    @Nullable
    HcaRule checkList(MemorySegment list, int units) {
        boolean repeats = units > 0 && RepeatBlock.OPERATION.get(list, 0) == RepeatBlock.REPEAT;
        for (int i = 0; i < units && !repeats; i++) {
            if (DataSegment.BYTE_COUNT.getLong(list, (long) i * DataSegment.BYTES) > longestEntry) {
                return HcaRule.M5;
            }
        }
        return null;
    }

    /**
     * Changes an mkey as a UMR says whose checks were passed.
     *
     * @param mask what changes
     * @param context the mkey context of the UMR
     * @param list its layout, which is looked at when the length changes
     */
    void configure(int key, long mask, MemorySegment context, long base, MemorySegment list, int units) {
        int index = key >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int tag = (mask & MASK_TAG) != 0 ? MkeyContext.TAG.get(context, base) : key & 0xff;
        MptEntry.LAST_TAG.set(memory, entry, tag);
        MkeyContext.TAG.set(memory, entry, tag);
        right(mask & MASK_LOCAL_WRITE, MkeyContext.LOCAL_WRITE, memory, entry, context, base);
        right(mask & MASK_REMOTE_READ, MkeyContext.REMOTE_READ, memory, entry, context, base);
        right(mask & MASK_REMOTE_WRITE, MkeyContext.REMOTE_WRITE, memory, entry, context, base);
        right(mask & MASK_ATOMIC, MkeyContext.ATOMIC, memory, entry, context, base);
        if ((mask & MASK_START_ADDRESS) != 0) {
            MkeyContext.START_ADDRESS.setLong(memory, entry, MkeyContext.START_ADDRESS.getLong(context, base));
        }
        if ((mask & MASK_LENGTH) != 0) {
            MkeyContext.LENGTH.setLong(memory, entry, MkeyContext.LENGTH.getLong(context, base));
            writeList(memory, entry, list, units);
        }
        if ((mask & MASK_FREE) != 0) {
            MkeyContext.FREE.set(memory, entry, 0);
        }
        changed(memory, entry);
        watch.keyChanged(KeyChange.CONFIGURED, index << 8 | tag);
    }

    private static void right(
            long bit, Field right, MemorySegment memory, long entry, MemorySegment context, long base) {
        if (bit != 0) {
            right.set(memory, entry, right.get(context, base));
        }
    }

    private void writeList(MemorySegment memory, long entry, MemorySegment list, int units) {
        int first = MptEntry.TRANSLATION.get(memory, entry);
        for (int i = 0; i < units; i++) {
            int unit = first + i * MttTable.PER_OCTOWORD;
            MemorySegment.copy(
                    list, (long) i * DataSegment.BYTES, mtt.segment(unit), mtt.offset(unit), DataSegment.BYTES);
        }
        MptEntry.LIST_UNITS.set(memory, entry, units);
        watch.counters().mttWritten += (long) units * MttTable.PER_OCTOWORD;
    }

    /**
     * Makes an mkey free. Null when done, or when it was free already; else the rule that refused.
     *
     * @param remotely a peer asks for it
     */
    @Nullable
    HcaRule invalidate(QpContext qp, int key, boolean remotely) {
        MemorySegment memory = mpt.segment(key >>> 8);
        long entry = mpt.offset(key >>> 8);
        if (MptEntry.tag(memory, entry) != (key & 0xff)) {
            return HcaRule.I2;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.I5;
        }
        if (remotely && !MkeyContext.REMOTE_INVALIDATE.isSet(memory, entry)) {
            return HcaRule.I6;
        }
        if (!MkeyContext.FREE.isSet(memory, entry)) {
            MkeyContext.FREE.set(memory, entry, 1);
            changed(memory, entry);
            watch.counters().invalidates++;
            watch.keyChanged(KeyChange.INVALIDATED, key);
        }
        return null;
    }

    /** READs that are being answered through the mkey notice it. */
    private static void changed(MemorySegment memory, long entry) {
        MptEntry.VERSION.set(memory, entry, MptEntry.VERSION.get(memory, entry) + 1);
    }
}
