package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.MappedRange;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.memory.DmaDomain;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.IntFunction;

/** Creates regions other than registered memory, for one opened device. */
public final class RegionKinds {
    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    private static final int DMA_BUF_ACCESS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.RELAXED_ORDERING);

    private final KernelDevice device;
    private final AddressSpace memory;
    private final MemoryRegions regions;
    private final MrAccess rights;

    /**
     * Makes the unit of an opened device.
     *
     * @param device the device
     * @param memory of the process
     * @param regions its regions
     * @param rights checks access flags
     */
    public RegionKinds(KernelDevice device, AddressSpace memory, MemoryRegions regions, MrAccess rights) {
        this.device = device;
        this.memory = memory;
        this.regions = regions;
        this.rights = rights;
    }

    /**
     * Creates a region over the pages of another. They stay pinned until both regions have ended.
     *
     * @param other the other region
     * @param pd its PD
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return the region
     */
    public MrObject share(MrObject other, PdObject pd, int access) {
        if (other.type() != MrType.MR || AccessFlag.ON_DEMAND.in(other.access() | access)) {
            throw new VerbsException(RegionRule.SHARED_TYPE, other + " is of type " + other.type());
        }
        if (MrAccess.isWritable(access) && !MrAccess.isWritable(other.access())) {
            throw new VerbsException(
                    RegionRule.SHARED_WRITABLE,
                    "access " + AccessFlag.of(access) + ", pinned for " + AccessFlag.of(other.access()));
        }
        PinnedPages pages = other.pages();
        long iova = MemoryRegions.checkIova(pages.address(), other.iova(), access);
        MrObject shared = regions.lending(bound -> {
            DriverMr driver = device.entering("reg_shared_mr")
                    .regions()
                    .shareMr(other.driver(), pd.driver(), pages, iova, access, bound);
            return new MrObject(MrType.MR, pd, driver, pages, iova, access, bound);
        });
        regions.pins().share(pages);
        return shared;
    }

    /**
     * Creates a region of device memory. The checks are ZERO_BASED, then the access flags, then the range
     * (core/uverbs_std_types_mr.c).
     *
     * @param pd its PD
     * @param dm the device memory
     * @param offset first byte in the device memory
     * @param length bytes
     * @param asked mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return the region
     */
    public MrObject registerOnDevice(PdObject pd, DmObject dm, long offset, long length, int asked) {
        if (!AccessFlag.ZERO_BASED.in(asked)) {
            throw new VerbsException(RegionRule.DEVICE_MEMORY_ZERO_BASED, "access " + AccessFlag.of(asked));
        }
        int access = rights.check(asked);
        boolean inside = Long.compareUnsigned(offset, dm.length()) <= 0
                && Long.compareUnsigned(length, dm.length() - offset) <= 0;
        if (!inside) {
            throw new VerbsException(
                    RegionRule.DEVICE_MEMORY_RANGE,
                    String.format("offset=0x%x, length=0x%x of 0x%x", offset, length, dm.length()));
        }
        regions.checkSize(length);
        return regions.lending(bound -> {
            DriverMr driver = device.entering("reg_dm_mr")
                    .deviceMemory()
                    .regDmMr(pd.driver(), dm.driver(), offset, length, access);
            return new MrObject(pd, dm, driver, length, access, bound);
        });
    }

    /**
     * Creates a region of an exporter's buffer. The checks have the order of core/uverbs_std_types_mr.c: the operation,
     * the page offset, the access flags, then the file and the range.
     *
     * @param pd its PD
     * @param files buffers by file descriptor
     * @param descriptor file descriptor of the buffer
     * @param asked range and rights
     * @return the region
     */
    public MrObject importBuffer(PdObject pd, IntFunction<DmaBuf> files, int descriptor, OnDemandRequest asked) {
        if (!device.driver().onDemand().importsDmaBufs()) {
            throw new VerbsException(RegionRule.DMA_BUFS, device.driver().name() + " does not");
        }
        if (((asked.address() ^ asked.iova()) & IN_PAGE) != 0) {
            String values = String.format("offset=0x%x, iova=0x%x", asked.address(), asked.iova());
            throw new VerbsException(RegionRule.DMA_BUF_OFFSET, values);
        }
        if ((asked.access() & ~DMA_BUF_ACCESS) != 0) {
            throw new VerbsException(RegionRule.DMA_BUF_ACCESS, "access " + AccessFlag.of(asked.access()));
        }
        int access = rights.check(asked.access());
        DmaBuf buffer = files.apply(descriptor);
        if (device.attributes().can(DeviceCapability.CC_DMA_BOUNCE) && !buffer.isShared()) {
            throw new VerbsException(RegionRule.PRIVATE_BUFFER, "fd=" + descriptor);
        }
        boolean inside = asked.address() >= 0
                && asked.address() <= buffer.length()
                && Long.compareUnsigned(asked.length(), buffer.length() - asked.address()) <= 0;
        boolean hasPage = asked.length() != 0 || (asked.address() & IN_PAGE) != 0;
        if (!hasPage || !inside) {
            String values =
                    String.format("offset=0x%x, length=0x%x of 0x%x", asked.address(), asked.length(), buffer.length());
            throw new VerbsException(RegionRule.DMA_BUF_RANGE, values);
        }
        regions.checkSize(asked.length());
        OnDemandRequest request =
                new OnDemandRequest(asked.address(), asked.length(), asked.iova(), access, MrAccess.isWritable(access));
        return regions.lending(bound -> {
            DriverMr driver = device.entering("reg_user_mr_dmabuf")
                    .onDemand()
                    .regDmaBuf(pd.driver(), told -> attach(buffer, request, told), request, bound);
            PinnedPages part = new PinnedPages(request.address(), request.length(), MrObject.NO_PAGES.busAddresses());
            return new MrObject(pd, buffer, part, driver, request.iova(), access, bound);
        });
    }

    private OnDemandRange attach(DmaBuf buffer, OnDemandRequest part, InvalidationListener listener) {
        DmaDomain domain = device.dma().domain();
        return domain.isTranslating()
                ? new MappedRange(domain, listener, told -> buffer.attach(part.address(), part.length(), told))
                : buffer.attach(part.address(), part.length(), listener);
    }

    /**
     * Creates a region that gets its memory by REG_MR requests.
     *
     * @param pd its PD
     * @param maxPages pages that it has room for
     * @param udata bytes for the driver
     * @return the region
     */
    public MrObject allocateFast(PdObject pd, int maxPages, Udata udata) {
        checkFast();
        int most = device.attributes().memory().maxFastRegPages();
        if (maxPages < 1 || maxPages > most) {
            throw new VerbsException(
                    RegionRule.FAST_PAGES, "pages=" + maxPages + ", max_fast_reg_page_list_len=" + most);
        }
        return regions.lending(bound -> {
            DriverMr driver = device.entering("alloc_mr").fastRegions().allocMr(pd.driver(), maxPages, bound, udata);
            return new MrObject(MrType.FAST_REG, pd, driver, MrObject.NO_PAGES, 0, 0, bound);
        });
    }

    /**
     * Pins the pages of a range, for use by REG_MR requests.
     *
     * @param pd its PD
     * @param address first byte
     * @param length bytes
     * @return the page list
     */
    public MrObject listPages(PdObject pd, long address, long length) {
        checkFast();
        PinnedPages pages = memory.pin(address & ~IN_PAGE, wholePages(address, length), true);
        try {
            return regions.lending(users -> {
                DriverMr driver = device.entering("reg_pages").fastRegions().regPages(pd.driver(), pages, users);
                return new MrObject(MrType.PAGE_LIST, pd, driver, pages, pages.address(), 0, users);
            });
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    private void checkFast() {
        if (device.attributes().memory().maxFastRegPages() == 0) {
            throw new VerbsException(RegionRule.FAST_REGIONS, device.driver().name() + " has none");
        }
    }

    /** {@return bytes of the pages that a range touches} An invalid range stays invalid, and the pin refuses it. */
    private static long wholePages(long address, long length) {
        long inFirstPage = address & IN_PAGE;
        long bytes = inFirstPage + length + IN_PAGE & ~IN_PAGE;
        return Long.compareUnsigned(bytes, length) < 0 ? length : length == 0 ? 0 : bytes;
    }
}
