package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.Klm;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Registers and invalidates fast-register regions: first all checks, then the effects.
 *
 * <p>A request never names bus addresses, since user space writes it. Each entry of its list is a KSM: the key of a
 * page list and an address there. The device takes the translation of the page from that list. While the region has
 * pages of a list it counts as a user of it, as a window does of its region, so the pages stay pinned.
 */
public final class FastRegionUnit {
    private static final int PAGE = Position.PAGE;
    private final Mkey region;
    /** The page list of the region. */
    private final Mkey pages;

    private final MttTable mtt;
    private final BindingLedger ledger;
    private final HcaCounters counters;
    private final KeyObserver observer;

    FastRegionUnit(MptTable mpt, MttTable mtt, BindingLedger ledger, HcaCounters counters, KeyObserver observer) {
        region = new Mkey(mpt);
        pages = new Mkey(mpt);
        this.mtt = mtt;
        this.ledger = ledger;
        this.counters = counters;
        this.observer = observer;
    }

    /** {@return whether a key names a fast-register region, whatever the tag} */
    boolean isFast(int key) {
        return region.at(Key.index(key)).isFastRegion();
    }

    /**
     * Checks F1 to F6, which do not need the list.
     *
     * @param qp the QP of the request
     * @param request the registration
     * @return the rule that refuses, or null
     */
    public @Nullable HcaRule check(QpView qp, KeyRequest request) {
        region.at(Key.index(request.key));
        if (!region.isFastRegion() || region.tag() != Key.tag(request.key)) {
            return HcaRule.F1;
        }
        if (region.pd() != qp.pd()) {
            return HcaRule.F2;
        }
        if (!region.isFree()) {
            return HcaRule.F3;
        }
        long covered = (long) request.entries * PAGE;
        int needed = pages(request);
        if (Long.compareUnsigned(request.length, covered) > 0 || request.length == 0 || needed > request.entries) {
            return HcaRule.F5;
        }
        if (needed > region.entries()) {
            return HcaRule.F4;
        }
        boolean writes = (request.rights & Rights.REMOTE_WRITING) != 0;
        return writes && (request.rights & Rights.LOCAL_WRITE) == 0 ? HcaRule.F6 : null;
    }

    private static int pages(KeyRequest request) {
        long inFirstPage = Position.inPage(request.startAddress);
        return (int) (inFirstPage + request.length + PAGE - 1 >>> Position.PAGE_SHIFT);
    }

    /**
     * Checks F7 to F9 on the list of a request that passed {@link #check}, and then registers.
     *
     * @param qp the QP of the request
     * @param request the registration
     * @param list its KSMs
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule register(QpView qp, KeyRequest request, MemorySegment list) {
        int count = pages(request);
        int listKey = Klm.KEY.get(list, 0);
        pages.at(Key.index(listKey));
        HcaRule refusal = checkPages(qp, listKey, list, count);
        if (refusal != null) {
            return refusal;
        }
        region.at(Key.index(request.key));
        translate(list, count);
        MkeyState.register(region, request, listKey);
        ledger.count(pages, 1);
        counters.registrations++;
        observer.keyChanged(KeyChange.REGISTERED, Key.of(region.index(), request.tag));
        return null;
    }

    private @Nullable HcaRule checkPages(QpView qp, int listKey, MemorySegment list, int count) {
        if (!pages.isPageList() || pages.tag() != Key.tag(listKey)) {
            return HcaRule.F7;
        }
        if (pages.pd() != qp.pd()) {
            return HcaRule.F8;
        }
        for (int i = 0; i < count; i++) {
            long at = (long) i * Klm.BYTES;
            long address = Klm.ADDRESS.getLong(list, at);
            if (Klm.KEY.get(list, at) != listKey) {
                return HcaRule.F7;
            }
            if (Position.inPage(address - pages.start()) != 0 || !pages.contains(address, PAGE)) {
                return HcaRule.F9;
            }
        }
        return null;
    }

    private void translate(MemorySegment list, int count) {
        for (int i = 0; i < count; i++) {
            long offset = Klm.ADDRESS.getLong(list, (long) i * Klm.BYTES) - pages.start();
            int entry = pages.translation() + (int) (offset >>> Position.PAGE_SHIFT);
            mtt.write(region.translation() + i, mtt.value(entry));
        }
        counters.mttWritten += count;
    }

    /**
     * Makes a region free. A region that is free already stays as it is, and that is no error.
     *
     * @param remotely whether a peer asks for it
     * @return null when done; else the rule that refused, and nothing has changed
     */
    @Nullable
    HcaRule invalidate(QpView qp, int key, boolean remotely) {
        region.at(Key.index(key));
        if (region.tag() != Key.tag(key)) {
            return HcaRule.I2;
        }
        if (region.pd() != qp.pd()) {
            return HcaRule.I5;
        }
        if (region.isFree()) {
            return null;
        }
        if (remotely && !region.grantsAnyOf(Rights.REMOTE)) {
            return HcaRule.I8;
        }
        if (region.users() != 0) {
            return HcaRule.I7;
        }
        release();
        counters.invalidates++;
        observer.keyChanged(KeyChange.INVALIDATED, key);
        return null;
    }

    /**
     * Takes the pages away from a registered fast-register region, which is free then. Another region stays as it is.
     *
     * @param index of the region in the key table
     */
    public void release(int index) {
        region.at(index);
        release();
    }

    private void release() {
        if (region.isFastRegion() && !region.isFree()) {
            ledger.count(pages.at(Key.index(region.pageListKey())), -1);
            MkeyState.unregister(region);
        }
    }
}
