package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.manual.Klm;
import dev.fenestra.hw.sim.manual.MkeyContext;
import dev.fenestra.hw.sim.queue.KeyRequest;
import dev.fenestra.hw.sim.table.MptEntry;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Registers and invalidates fast-register regions: first all checks, then the effects.
 *
 * <p>A request never says where pages lie on the bus, since user space writes it: each entry of its list is a KSM, the key of a page list and
 * an address there, and the device takes the page's translation from the list. While the region has pages of a list it counts as a user of
 * it, as a window does of its region, so the pages stay pinned.
 */
public final class FastRegionUnit {
    private static final int PAGE = 1 << MttTable.PAGE_SHIFT;
    private static final int WRITING = MkeyContext.REMOTE_WRITE.place(1) | MkeyContext.ATOMIC.place(1);
    private static final int REMOTE_RIGHTS = WRITING | MkeyContext.REMOTE_READ.place(1);
    private static final int RIGHTS = REMOTE_RIGHTS | MkeyContext.LOCAL_WRITE.place(1);

    private final MptTable mpt;
    private final MttTable mtt;
    private final WindowUnit counts;
    private final Watch watch;

    FastRegionUnit(MptTable mpt, MttTable mtt, WindowUnit counts, Watch watch) {
        this.mpt = mpt;
        this.mtt = mtt;
        this.counts = counts;
        this.watch = watch;
    }

    boolean isFast(int index) {
        return isFast(mpt, index);
    }

    static boolean isFast(MptTable mpt, int index) {
        if (!mpt.isBacked(index)) {
            return false;
        }
        int word = MkeyContext.FAST.word(mpt.segment(index), mpt.offset(index));
        return MptEntry.ALIVE.in(word) != 0 && MkeyContext.FAST.in(word) != 0;
    }

    /** Checks F1 to F6, for which the list need not be read. */
    @Nullable
    HcaRule check(QpContext qp, KeyRequest request) {
        int index = request.key >>> 8;
        if (!isFast(index)) {
            return HcaRule.F1;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (MkeyContext.TAG.get(memory, entry) != (request.key & 0xff)) {
            return HcaRule.F1;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.F2;
        }
        if (!MkeyContext.FREE.isSet(memory, entry)) {
            return HcaRule.F3;
        }
        long length = request.length;
        int pages = pages(request);
        if (Long.compareUnsigned(length, (long) request.entries * PAGE) > 0 || length == 0 || pages > request.entries) {
            return HcaRule.F5;
        }
        if (pages > MptEntry.ENTRIES.get(memory, entry)) {
            return HcaRule.F4;
        }
        boolean writes = (request.rights & WRITING) != 0;
        return writes && MkeyContext.LOCAL_WRITE.in(request.rights) == 0 ? HcaRule.F6 : null;
    }

    private static int pages(KeyRequest request) {
        long inFirstPage = request.startAddress & PAGE - 1;
        return (int) (inFirstPage + request.length + PAGE - 1 >>> MttTable.PAGE_SHIFT);
    }

    /** Checks F7 to F9 on the list of a request that passed the others, and then registers. Null when done; else the rule that refused. */
    @Nullable
    HcaRule register(QpContext qp, KeyRequest request, MemorySegment list) {
        int pages = pages(request);
        HcaRule refusal = checkPages(qp, list, pages);
        if (refusal != null) {
            return refusal;
        }
        int index = request.key >>> 8;
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        int listKey = Klm.KEY.get(list, 0);
        translate(MptEntry.TRANSLATION.get(memory, entry), listKey, list, pages);
        int kept = MkeyContext.FREE.word(memory, entry) & ~RIGHTS & ~MkeyContext.FREE.place(1);
        MkeyContext.FREE.word(memory, entry, kept | request.rights & RIGHTS);
        MkeyContext.TAG.set(memory, entry, request.tag);
        MkeyContext.MW_BIND.set(memory, entry, request.allowsBinds);
        MkeyContext.START_ADDRESS.setLong(memory, entry, request.startAddress);
        MkeyContext.LENGTH.setLong(memory, entry, request.length);
        MptEntry.PAGES.set(memory, entry, listKey);
        MptEntry.UNREGISTERED.set(memory, entry, 0);
        changed(memory, entry);
        counts.count(listKey, 1);
        watch.counters().registrations++;
        watch.keyChanged(KeyChange.REGISTERED, index << 8 | request.tag);
        return null;
    }

    private @Nullable HcaRule checkPages(QpContext qp, MemorySegment list, int pages) {
        int listKey = Klm.KEY.get(list, 0);
        int index = listKey >>> 8;
        if (!mpt.isAlive(index)
                || MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index)) != MkeyContext.CLASS_PAGES) {
            return HcaRule.F7;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        if (MkeyContext.TAG.get(memory, entry) != (listKey & 0xff)) {
            return HcaRule.F7;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.F8;
        }
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry);
        long length = MkeyContext.LENGTH.getLong(memory, entry);
        for (int i = 0; i < pages; i++) {
            long at = (long) i * Klm.BYTES;
            long offset = Klm.ADDRESS.getLong(list, at) - start;
            if (Klm.KEY.get(list, at) != listKey) {
                return HcaRule.F7;
            }
            if ((offset & PAGE - 1) != 0 || !KeyChecks.fits(offset, PAGE, length)) {
                return HcaRule.F9;
            }
        }
        return null;
    }

    private void translate(int first, int listKey, MemorySegment list, int pages) {
        MemorySegment memory = mpt.segment(listKey >>> 8);
        long entry = mpt.offset(listKey >>> 8);
        long start = MkeyContext.START_ADDRESS.getLong(memory, entry);
        int from = MptEntry.TRANSLATION.get(memory, entry);
        for (int i = 0; i < pages; i++) {
            long offset = Klm.ADDRESS.getLong(list, (long) i * Klm.BYTES) - start;
            mtt.write(first + i, mtt.value(from + (int) (offset >>> MttTable.PAGE_SHIFT)));
        }
        watch.counters().mttWritten += pages;
    }

    /**
     * Makes a region free. Null when done, or when it was free already; else the rule that refused.
     *
     * @param remotely a peer asks for it
     */
    @Nullable
    HcaRule invalidate(QpContext qp, int key, boolean remotely) {
        MemorySegment memory = mpt.segment(key >>> 8);
        long entry = mpt.offset(key >>> 8);
        if (MkeyContext.TAG.get(memory, entry) != (key & 0xff)) {
            return HcaRule.I2;
        }
        if (MkeyContext.PD.get(memory, entry) != qp.pd) {
            return HcaRule.I5;
        }
        if (MkeyContext.FREE.isSet(memory, entry)) {
            return null;
        }
        if (remotely && (MkeyContext.FREE.word(memory, entry) & REMOTE_RIGHTS) == 0) {
            return HcaRule.I8;
        }
        if (MptEntry.BOUND_COUNT.get(memory, entry) != 0) {
            return HcaRule.I7;
        }
        release(memory, entry);
        watch.counters().invalidates++;
        watch.keyChanged(KeyChange.INVALIDATED, key);
        return null;
    }

    /** Takes a region off the pages it has, if it has some; it is free then. */
    public void release(MemorySegment memory, long entry) {
        if (!MkeyContext.FAST.isSet(memory, entry) || MkeyContext.FREE.isSet(memory, entry)) {
            return;
        }
        counts.count(MptEntry.PAGES.get(memory, entry), -1);
        int word = MkeyContext.FREE.word(memory, entry) & ~RIGHTS;
        MkeyContext.FREE.word(memory, entry, word | MkeyContext.FREE.place(1));
        MptEntry.UNREGISTERED.set(memory, entry, 1);
        changed(memory, entry);
    }

    /** READs that are being answered through the region notice it. */
    private static void changed(MemorySegment memory, long entry) {
        MptEntry.VERSION.set(memory, entry, MptEntry.VERSION.get(memory, entry) + 1);
    }
}
