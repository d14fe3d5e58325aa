package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Errno;
import java.util.Collections;
import java.util.SequencedMap;

/**
 * Memory regions of pinned pages. {@link #deregMr} ends regions of every kind, also those that other operations made.
 */
public interface RegionOperations extends DeviceOperations {

    /**
     * Registers pinned pages.
     *
     * @param pd made by this driver
     * @param pages pinned for the region
     * @param iova address by which work requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @return the region
     */
    DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound);

    /**
     * The same with bytes of the user half. The kernel calls this one. The default is for a driver whose halves
     * exchange nothing here.
     *
     * @param pd made by this driver
     * @param pages pinned for the region
     * @param iova address by which work requests will name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
     * @param bound the region's ledger cell; lives until {@link #deregMr} returned
     * @param udata bytes of the user half, and room for the answer; none for a region of the kernel, and when a
     *     {@code rereg_mr} makes the region anew
     * @return the region
     */
    default DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound, Udata udata) {
        return regMr(pd, pages, iova, access, bound);
    }

    /** {@return errno of a call that would end a region to which windows are bound} Linux drivers differ in it. */
    default Errno boundErrno() {
        return Errno.EBUSY;
    }

    /** Refuses all changes of regions, for a device without {@link #reregMr}. Called before their other checks. */
    default void checkRereg() {}

    /**
     * Changes a region completely, or, with a refusal, not at all. While a window is bound to it, EBUSY for a change of
     * translation or PD, and for the loss of MW_BIND or LOCAL_WRITE. The kernel has looked at the ledger before; the
     * device decides.
     *
     * @param mr made by this driver
     * @param change what becomes of it, and what stays
     * @return the region as it is now: with its old keys or with new ones; new keys begin after the old ones have ended
     */
    default DriverMr reregMr(DriverMr mr, RegionChange change) {
        throw Unsupported.operation(device(), "rereg_user_mr");
    }

    /**
     * Registers the memory of another region once more, with keys, PD and rights of its own. The default registers the
     * pages again, for a device that cannot share translations.
     *
     * @param other made by this driver
     * @param pd made by this driver
     * @param pages of the other region; they stay pinned until both are gone
     * @param iova address by which requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param bound counts the windows that are bound to the region; the device writes it
     * @return the region
     */
    default DriverMr shareMr(DriverMr other, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return regMr(pd, pages, iova, access, bound);
    }

    /**
     * Ends a region or a page list; EBUSY while the device knows a window bound to it, or a region registered over it.
     *
     * @param mr made by this driver
     */
    void deregMr(DriverMr mr);

    /**
     * {@return what the device counts for one region ({@code fill_stat_mr_entry}), such as page faults; as
     * {@link RdmaDevice#statistics()}}
     *
     * @param mr made by this driver
     */
    default SequencedMap<String, Long> statistics(DriverMr mr) {
        return Collections.emptySortedMap();
    }
}
