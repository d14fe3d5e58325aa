package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** Registers memory and ends registrations, for one opened device. */
final class MemoryRegions {
    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    private final KernelDevice device;
    private final AddressSpace memory;
    private final WindowNames names;

    MemoryRegions(KernelDevice device, AddressSpace memory, WindowNames names) {
        this.device = device;
        this.memory = memory;
        this.names = names;
    }

    /** The iova a region gets; the page offset is checked before the access flags (core/uverbs_cmd.c). */
    static long checkIova(long address, long iova, int access) {
        long wanted = AccessFlag.ZERO_BASED.in(access) ? 0 : iova;
        if (((address ^ wanted) & IN_PAGE) != 0) {
            throw new VerbsException(
                    Errno.EINVAL, KernelRule.PAGE_OFFSET, String.format("address=0x%x, iova=0x%x", address, wanted));
        }
        return wanted;
    }

    /** Pins pages, lends a ledger cell and asks the driver; what was taken is given back when any of them refuses. */
    MrObject register(PdObject pd, long address, long length, long iova, int access) {
        PinnedPages pages = pin(address, length, access);
        try {
            return register(pd, pages, iova, access);
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    /** Pins what a region is to cover, if a region may be so large. */
    PinnedPages pin(long address, long length, int access) {
        long most = device.attributes().maxMrSize();
        if (Long.compareUnsigned(length, most) > 0) {
            throw new VerbsException(
                    Errno.EINVAL, KernelRule.REGION_SIZE, String.format("length=0x%x, max_mr_size=0x%x", length, most));
        }
        return memory.pin(address, length, MrAccess.isWritable(access));
    }

    void unpin(PinnedPages pages) {
        memory.unpin(pages);
    }

    /**
     * Ends a region, unless a window is bound to it. The ledger answers first, without a command; the device answers
     * last, so a bind that slips in between, or a device that keeps no ledger, is refused by the device itself.
     */
    void deregister(MrObject region) {
        checkUnbound(region);
        device.entering("dereg_mr").deregMr(region.driver());
        device.remove(region);
        memory.unpin(region.pages());
        device.host().ledger().takeBack(region.bound());
    }

    private MrObject register(PdObject pd, PinnedPages pages, long iova, int access) {
        BindingLedger ledger = device.host().ledger();
        LedgerCell bound = ledger.lend();
        try {
            DriverMr driver = device.entering("reg_user_mr").regMr(pd.driver(), pages, iova, access, bound);
            return new MrObject(pd, driver, pages, iova, access, bound);
        } catch (VerbsException refused) {
            ledger.takeBack(bound);
            throw refused;
        }
    }

    private void checkUnbound(MrObject region) {
        long bound = region.bound().count();
        if (bound != 0) {
            throw new VerbsException(
                    Errno.EBUSY, KernelRule.UNBOUND, region + " is held by " + names.boundTo(region, bound));
        }
    }
}
