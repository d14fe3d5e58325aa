package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Function;

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
            return lending(bound -> {
                DriverMr driver = device.entering("reg_user_mr").regMr(pd.driver(), pages, iova, access, bound);
                return new MrObject(MrType.MR, pd, driver, pages, iova, access, bound);
            });
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    /** A region of device memory: ZERO_BASED, then the access flags, then the range (core/uverbs_std_types_mr.c). */
    MrObject registerOnDevice(PdObject pd, DmObject dm, long offset, long length, int asked) {
        if (!AccessFlag.ZERO_BASED.in(asked)) {
            throw new VerbsException(
                    Errno.EINVAL, KernelRule.DEVICE_MEMORY_ZERO_BASED, "access " + AccessFlag.of(asked));
        }
        int access = MrAccess.check(device.attributes(), asked);
        boolean inside = Long.compareUnsigned(offset, dm.length()) <= 0
                && Long.compareUnsigned(length, dm.length() - offset) <= 0;
        if (length == 0 || !inside) {
            throw new VerbsException(
                    Errno.EINVAL,
                    KernelRule.DEVICE_MEMORY_RANGE,
                    String.format("offset=0x%x, length=0x%x of 0x%x", offset, length, dm.length()));
        }
        return lending(bound -> {
            DriverMr driver = device.entering("reg_dm_mr").regDmMr(pd.driver(), dm.driver(), offset, length, access);
            return new MrObject(pd, dm, driver, access, bound);
        });
    }

    /** A region that gets its memory by REG_MR requests. */
    MrObject allocateFast(PdObject pd, int maxPages, Udata udata) {
        checkFast();
        int most = device.attributes().memory().maxFastRegPages();
        if (maxPages < 1 || maxPages > most) {
            throw new VerbsException(
                    Errno.EINVAL, KernelRule.FAST_PAGES, "pages=" + maxPages + ", max_fast_reg_page_list_len=" + most);
        }
        return lending(bound -> {
            DriverMr driver = device.entering("alloc_mr").allocMr(pd.driver(), maxPages, bound, udata);
            return new MrObject(MrType.FAST_REG, pd, driver, MrObject.NO_PAGES, 0, 0, bound);
        });
    }

    /** Pins the pages of a range, for REG_MR requests to name. */
    MrObject listPages(PdObject pd, long address, long length) {
        checkFast();
        PinnedPages pages = memory.pin(address & ~IN_PAGE, wholePages(address, length), true);
        try {
            return lending(users -> {
                DriverMr driver = device.entering("reg_pages").regPages(pd.driver(), pages, users);
                return new MrObject(MrType.PAGE_LIST, pd, driver, pages, pages.address(), 0, users);
            });
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    private void checkFast() {
        if (device.attributes().memory().maxFastRegPages() == 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, KernelRule.FAST_REGIONS, device.driver().name() + " has none");
        }
    }

    /** Bytes of the pages that a range touches; what is no range stays none, for the pin to refuse. */
    private static long wholePages(long address, long length) {
        long inFirstPage = address & IN_PAGE;
        long bytes = inFirstPage + length + IN_PAGE & ~IN_PAGE;
        return Long.compareUnsigned(bytes, length) < 0 ? length : length == 0 ? 0 : bytes;
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

    /** Pins for other access what is pinned already; the same pins, when the same pages still lie there. */
    PinnedPages pinAgain(PinnedPages old, int access) {
        PinnedPages pages = pin(old.address(), old.length(), access);
        if (memory.isSame(old, pages)) {
            memory.unpin(pages);
            return old;
        }
        return pages;
    }

    void unpin(PinnedPages pages) {
        if (pages != MrObject.NO_PAGES) {
            memory.unpin(pages);
        }
    }

    /**
     * Ends a region, unless a window is bound to it. The ledger answers first, without a command; the device answers
     * last, so a bind that slips in between, or a device that keeps no ledger, is refused by the device itself.
     */
    void deregister(MrObject region) {
        checkUnbound(region);
        device.entering("dereg_mr").deregMr(region.driver());
        device.remove(region);
        unpin(region.pages());
        device.dma().ledger().takeBack(region.bound());
    }

    /** Lends a ledger cell to a region that is made; it comes back when that is refused. */
    private MrObject lending(Function<LedgerCell, MrObject> creation) {
        BindingLedger ledger = device.dma().ledger();
        LedgerCell bound = ledger.lend();
        try {
            return creation.apply(bound);
        } catch (VerbsException refused) {
            ledger.takeBack(bound);
            throw refused;
        }
    }

    private void checkUnbound(MrObject region) {
        long bound = region.bound().count();
        if (bound != 0) {
            KernelRule rule = region.type() == MrType.PAGE_LIST ? KernelRule.PAGES_UNUSED : KernelRule.UNBOUND;
            throw new VerbsException(Errno.EBUSY, rule, region + " is held by " + names.boundTo(region, bound));
        }
    }
}
