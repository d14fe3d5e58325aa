package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;

/**
 * The changes of state of a key. Each is one step of this table and changes the entry only. The calling unit checks the
 * rules first, and updates counts and observers.
 *
 * <pre>
 *   window        free  --bind-->       bound        --unbind (type 1), invalidate (type 2)-->  free
 *   mkey          free  --configure-->  configured   --invalidate-->                            free
 *   fast region   free  --register-->   registered   --invalidate-->                            free
 * </pre>
 */
final class MkeyState {
    private static final int FREE = MkeyContext.FREE.insert(1);

    private MkeyState() {}

    /** Makes a window cover a range of a region. A type-1 window may have covered another range before. */
    static void bind(Mkey window, BindRequest request, QpView qp) {
        int qpn = window.qpn();
        if (window.isTypeTwoWindow()) {
            qpn = qp.number();
            window.set(MptEntry.QP_SERIAL, qp.serial());
        }
        int kept = window.rights() & ~Rights.OF_WINDOW & ~FREE;
        window.setRights(kept | request.rights & Rights.OF_WINDOW, qpn, request.newTag);
        window.setLong(MkeyContext.START_ADDRESS, request.startAddress);
        window.setLong(MkeyContext.LENGTH, request.length);
        window.set(MptEntry.TRANSLATION, request.lkey);
        window.setLong(MptEntry.BASE, request.address);
    }

    /** Makes a key cover nothing. */
    static void free(Mkey mkey) {
        mkey.set(MkeyContext.FREE, 1);
    }

    /** Gives a freed type-1 window another tag. */
    static void rename(Mkey window, int tag) {
        window.set(MkeyContext.TAG, tag);
    }

    /**
     * Makes a type-2 window cover nothing, and ties it to no QP.
     *
     * @param tag that it remembers, so that the same invalidate succeeds again
     */
    static void untie(Mkey window, int tag) {
        window.set(MptEntry.LAST_TAG, tag);
        window.setRights(window.rights() | FREE, MkeyContext.ANY_QPN, 0);
    }

    /**
     * Applies the changes of a request to an indirect mkey.
     *
     * @param tag its new tag, which it remembers when it is free
     */
    static void configure(Mkey mkey, KeyRequest request, int tag) {
        mkey.set(MptEntry.LAST_TAG, tag);
        int kept = mkey.rights() & ~request.changedRights;
        mkey.setRights(kept | request.rights & request.changedRights, mkey.qpn(), tag);
        if (request.changesStartAddress) {
            mkey.setLong(MkeyContext.START_ADDRESS, request.startAddress);
        }
        if (request.changesLength) {
            mkey.setLong(MkeyContext.LENGTH, request.length);
            mkey.set(MptEntry.LIST_UNITS, request.entries);
        }
        if (request.becomesValid) {
            mkey.set(MkeyContext.FREE, 0);
        }
        changed(mkey);
    }

    /** Makes an indirect mkey cover nothing. */
    static void unconfigure(Mkey mkey) {
        free(mkey);
        changed(mkey);
    }

    /** Makes a fast-register region cover pages of a page list. */
    static void register(Mkey region, KeyRequest request, int listKey) {
        int kept = region.rights() & ~Rights.OF_REGISTRATION & ~FREE;
        region.setRights(kept | request.rights & Rights.OF_REGISTRATION, region.qpn(), request.tag);
        region.set(MkeyContext.MW_BIND, request.allowsBinds);
        region.setLong(MkeyContext.START_ADDRESS, request.startAddress);
        region.setLong(MkeyContext.LENGTH, request.length);
        region.set(MptEntry.PAGES, listKey);
        region.set(MptEntry.UNREGISTERED, 0);
        changed(region);
    }

    /** Takes memory and remote rights away from a fast-register region. */
    static void unregister(Mkey region) {
        region.setRights(region.rights() & ~Rights.OF_REGISTRATION | FREE, region.qpn(), region.tag());
        region.set(MptEntry.UNREGISTERED, 1);
        changed(region);
    }

    /** Counts a change of a region or an indirect mkey, so that running READs notice it. */
    private static void changed(Mkey mkey) {
        mkey.set(MptEntry.VERSION, mkey.version() + 1);
    }
}
