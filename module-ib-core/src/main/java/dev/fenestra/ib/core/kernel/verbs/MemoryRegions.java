package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.device.BindingCounts;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.memory.KernelMemory;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QueueMr;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.DriverRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Function;

/** Registers and deregisters memory, for one opened device. */
public final class MemoryRegions {
    private static final long[] NO_PAGES = {};
    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    private final KernelDevice device;
    private final AddressSpace memory;
    private final WindowNames names;
    private final SharedPins pins;
    private final BindingCounts ledger;
    private final KernelMemory cells;
    private final long maxSize;
    private final boolean isConfidential;

    /**
     * Makes the regions of an opened device.
     *
     * @param device the device
     * @param memory of the process
     * @param names names windows in refusals
     */
    public MemoryRegions(KernelDevice device, AddressSpace memory, WindowNames names) {
        this.device = device;
        this.memory = memory;
        this.names = names;
        pins = new SharedPins(memory);
        ledger = device.dma().ledger();
        cells = device.dma().memory();
        maxSize = device.attributes().maxMrSize();
        isConfidential = device.attributes().can(DeviceCapability.CC_DMA_BOUNCE);
    }

    /** {@return the pins that several regions share} */
    public SharedPins pins() {
        return pins;
    }

    /**
     * {@return the iova of a region} It checks the page offset before the access flags (core/uverbs_cmd.c).
     *
     * @param address first byte
     * @param iova address that was asked for
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     */
    public static long checkIova(long address, long iova, int access) {
        long wanted = AccessFlag.ZERO_BASED.in(access) ? 0 : iova;
        if (((address ^ wanted) & IN_PAGE) != 0) {
            throw new VerbsException(RegionRule.PAGE_OFFSET, String.format("address=0x%x, iova=0x%x", address, wanted));
        }
        return wanted;
    }

    /**
     * Pins pages, lends a ledger cell and calls the driver. If any of them refuses, the others are undone.
     *
     * @param pd its PD
     * @param address first byte
     * @param length bytes
     * @param iova address by which work requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param udata bytes for the driver
     * @return the region
     */
    public MrObject register(PdObject pd, long address, long length, long iova, int access, Udata udata) {
        MrType type = AccessFlag.ON_DEMAND.in(access) ? MrType.MR : typeOf(address, length, access);
        return lending(bound -> {
            Made made = make(pd, address, length, iova, access, bound, udata);
            MrType kind = made.driver() instanceof QueueMr ? MrType.QUEUE : type;
            return new MrObject(kind, pd, made.driver(), made.pages(), iova, access, bound);
        });
    }

    /**
     * The driver's object for a range.
     *
     * @param pages pinned; of an on-demand region only the range
     */
    record Made(DriverMr driver, PinnedPages pages, boolean pinned) {}

    Made make(PdObject pd, long address, long length, long iova, int access, LedgerCell bound, Udata udata) {
        checkReachable(address, length);
        if (AccessFlag.ON_DEMAND.in(access)) {
            OnDemandRequest request = new OnDemandRequest(address, length, iova, access, MrAccess.isWritable(access));
            OdpChecks.range(device.odp(), request);
            if (!request.isImplicit()) {
                checkSize(length);
            }
            DriverMr driver = device.entering("reg_user_mr").onDemand().regOnDemand(pd.driver(), request, bound, udata);
            return new Made(driver, new PinnedPages(address, length, NO_PAGES), false);
        }
        PinnedPages pages = pin(address, length, access);
        try {
            DriverMr driver =
                    device.entering("reg_user_mr").regions().regMr(pd.driver(), pages, iova, access, bound, udata);
            return new Made(driver, pages, true);
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    /** Undoes a registration that the program has not seen yet. */
    void unmake(Made made) {
        device.entering("dereg_mr").regions().deregMr(made.driver());
        if (made.pinned()) {
            memory.unpin(made.pages());
        }
    }

    /**
     * {@return whether any of a range is memory of another device}
     *
     * @param address first byte
     * @param length bytes
     */
    public boolean isPeer(long address, long length) {
        return memory.isPeer(address, length);
    }

    /** Memory of another device can be registered, but no window is bound to it. */
    private MrType typeOf(long address, long length, int access) {
        if (!memory.isPeer(address, length)) {
            return MrType.MR;
        }
        if (AccessFlag.MW_BIND.in(access)) {
            throw new VerbsException(
                    RegionRule.PEER_WINDOWS, String.format("address=0x%x, access %s", address, AccessFlag.of(access)));
        }
        return MrType.PEER;
    }

    /**
     * Pins the memory of a region. EINVAL for more bytes than a region can have.
     *
     * @param address first byte
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return the pinned pages
     */
    public PinnedPages pin(long address, long length, int access) {
        checkReachable(address, length);
        checkSize(length);
        return memory.pin(address, length, MrAccess.isWritable(access));
    }

    /** A region of the whole address space has no size. */
    void checkSize(long length) {
        if (Long.compareUnsigned(length, maxSize) > 0) {
            throw new VerbsException(
                    RegionRule.REGION_SIZE, String.format("length=0x%x, max_mr_size=0x%x", length, maxSize));
        }
    }

    /** The CPU cannot copy the later accesses of a device, so a region has no bounce buffers. */
    private void checkReachable(long address, long length) {
        if (isConfidential) {
            throw new VerbsException(
                    RegionRule.PRIVATE_BY_ADDRESS, String.format("address=0x%x, length=0x%x", address, length));
        }
    }

    /** Pins pinned memory again for other access. The result is the same pins when the same pages still lie there. */
    PinnedPages pinAgain(PinnedPages old, int access) {
        PinnedPages pages = pin(old.address(), old.length(), access);
        if (memory.isSame(old, pages)) {
            memory.unpin(pages);
            return old;
        }
        return pages;
    }

    /**
     * Unpins pages that no region uses any more.
     *
     * @param pages of a region
     */
    public void unpin(PinnedPages pages) {
        if (memory.isPinned(pages)) {
            pins.release(pages);
        } else if (pages.busAddresses().length != 0) {
            MemoryRule rule = MemoryRule.PINS_KEPT;
            String values = String.format("address=0x%x, length=0x%x", pages.address(), pages.length());
            device.trace().refused(new Refusal("ib-core", rule.id(), rule.violation(), rule.outcome(), values));
        }
    }

    /**
     * Ends a region, unless a window is bound to it. The ledger is checked first, without a command. The device checks
     * last, so it refuses itself after a bind that came in between, or without a ledger.
     *
     * @param region the region
     */
    public void deregister(MrObject region) {
        checkUnbound(region);
        device.entering("dereg_mr").regions().deregMr(region.driver());
        device.remove(region);
        if (!region.isOnDemand()) {
            unpin(region.pages());
        }
        region.letGo();
        cells.free(region.bound());
    }

    /** Lends a ledger cell to a new region. The cell is returned when the region is refused. */
    MrObject lending(Function<LedgerCell, MrObject> creation) {
        LedgerCell bound = cells.cell();
        try {
            return creation.apply(bound);
        } catch (VerbsException refused) {
            cells.free(bound);
            throw refused;
        }
    }

    private void checkUnbound(MrObject region) {
        long bound = ledger.held(region.bound());
        if (bound != 0) {
            Errno answer = device.driver().regions().boundErrno();
            Rule rule = region.type() == MrType.PAGE_LIST
                    ? KernelRule.PAGES_UNUSED
                    : DriverRule.of(KernelRule.UNBOUND, answer);
            throw new VerbsException(rule, region + " is held by " + names.boundTo(region, bound));
        }
    }
}
