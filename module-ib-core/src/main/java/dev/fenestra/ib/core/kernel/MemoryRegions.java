package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.stream.Collectors;

/** Registers memory and ends registrations, for one opened device. */
final class MemoryRegions {
    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    private final KernelDevice device;
    private final AddressSpace memory;
    private final String process;

    MemoryRegions(KernelDevice device, AddressSpace memory, String process) {
        this.device = device;
        this.memory = memory;
        this.process = process;
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
        PinnedPages pages = memory.pin(address, length, MrAccess.isWritable(access));
        try {
            return register(pd, pages, iova, access);
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    /**
     * Ends a region, unless a window is bound to it. The ledger answers first, without a command; the device answers
     * last, so a bind that slips in between, or a device that keeps no ledger, is refused by the device itself.
     */
    void deregister(MrObject region) {
        checkUnbound(region);
        device.entering("dereg_mr").deregMr(region.driver());
        memory.unpin(region.pages());
        device.host().ledger().takeBack(region.bound());
    }

    private MrObject register(PdObject pd, PinnedPages pages, long iova, int access) {
        BindingLedger ledger = device.host().ledger();
        LedgerCell bound = ledger.lend();
        try {
            DriverMr driver = device.entering("reg_user_mr").regMr(pd.driver(), pages, iova, access, bound);
            return new MrObject(pd, driver, pages, bound);
        } catch (VerbsException refused) {
            ledger.takeBack(bound);
            throw refused;
        }
    }

    private void checkUnbound(MrObject region) {
        long bound = region.bound().count();
        if (bound != 0) {
            throw new VerbsException(Errno.EBUSY, KernelRule.UNBOUND, region + " is held by " + holders(region, bound));
        }
    }

    private String holders(MrObject region, long bound) {
        List<WindowHolder> windows = device.entering("windows_of").windowsOf(region.driver());
        return windows.isEmpty()
                ? bound + " bound window(s)"
                : windows.stream().map(this::name).collect(Collectors.joining(", "));
    }

    private String name(WindowHolder holder) {
        String window = device.windowOf(holder.rkey()).map(this::name).orElse("a window");
        String through = holder.qpNumber() < 0 ? "" : String.format(", bound through QP 0x%x", holder.qpNumber());
        return window + " (key " + MemoryKey.text(holder.rkey()) + ")" + through;
    }

    private String name(MwObject window) {
        return window.process().equals(process) ? window.toString() : window + " of process " + window.process();
    }
}
