package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.device.MkeyLimits;
import dev.fenestra.hw.sim.manual.Klm;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.manual.RepeatBlock;
import dev.fenestra.hw.sim.queue.KeyRequest;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Configures and invalidates indirect mkeys: first all checks, then the effects. */
final class MkeyUnit {
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
    HcaRule check(QpContext qp, KeyRequest request) {
        int index = request.key >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (MptEntry.tag(memory, entry) != (request.key & 0xff)) {
            return HcaRule.M1;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.M2;
        }
        if (request.mustBeFree && !MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.M3;
        }
        return request.entries > MptEntry.ENTRIES.get(memory, entry) / MttTable.PER_OCTOWORD ? HcaRule.M4 : null;
    }

    /** Whether the entries of a list are as long as they may be; those behind a repeat block always are. */
    @Nullable
    HcaRule checkList(MemorySegment list, int units) {
        boolean repeats = units > 0 && RepeatBlock.OPERATION.get(list, 0) == RepeatBlock.REPEAT;
        for (int i = 0; i < units && !repeats; i++) {
            if (Klm.BYTE_COUNT.getLong(list, (long) i * Klm.BYTES) > longestEntry) {
                return HcaRule.M5;
            }
        }
        return null;
    }

    /**
     * Changes an mkey as a request says whose checks were passed.
     *
     * @param list its layout, which is looked at when the length changes
     */
    void configure(KeyRequest request, MemorySegment list) {
        int index = request.key >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int tag = request.changesTag ? request.tag : request.key & 0xff;
        MptEntry.LAST_TAG.set(memory, entry, tag);
        MkeyContext.TAG.set(memory, entry, tag);
        int kept = MkeyContext.FREE.word(memory, entry) & ~request.changedRights;
        MkeyContext.FREE.word(memory, entry, kept | request.rights & request.changedRights);
        if (request.changesStartAddress) {
            MkeyContext.START_ADDRESS.setLong(memory, entry, request.startAddress);
        }
        if (request.changesLength) {
            MkeyContext.LENGTH.setLong(memory, entry, request.length);
            writeList(memory, entry, list, request.entries);
        }
        if (request.becomesValid) {
            MkeyContext.FREE.set(memory, entry, 0);
        }
        changed(memory, entry);
        watch.keyChanged(KeyChange.CONFIGURED, index << 8 | tag);
    }

    private void writeList(MemorySegment memory, long entry, MemorySegment list, int units) {
        int first = MptEntry.TRANSLATION.get(memory, entry);
        for (int i = 0; i < units; i++) {
            int unit = first + i * MttTable.PER_OCTOWORD;
            MemorySegment.copy(list, (long) i * Klm.BYTES, mtt.segment(unit), mtt.offset(unit), Klm.BYTES);
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
