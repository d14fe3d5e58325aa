package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import org.jspecify.annotations.Nullable;

/** A memory region, with the pages it pins and its cell of the binding ledger. */
public final class MrObject extends KernelObject {
    /** The address of a region whose memory does not belong to the program. */
    public static final PinnedPages NO_PAGES = new PinnedPages(0, 0, new long[0]);

    private final MrType type;
    private final LedgerCell bound;
    private @Nullable DmaBuf buffer;
    private PdObject pd;
    private volatile DriverMr driver;
    private PinnedPages pages;
    private long iova;
    private int access;

    /**
     * Makes a region.
     *
     * @param type origin of its memory
     * @param pd its PD
     * @param driver the driver's object
     * @param pages its pages
     * @param iova address by which work requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param bound its cell of the binding ledger
     */
    public MrObject(
            MrType type, PdObject pd, DriverMr driver, PinnedPages pages, long iova, int access, LedgerCell bound) {
        this(type, pd, driver, pages, iova, access, bound, pd);
    }

    /**
     * Makes a region of device memory.
     *
     * @param pd its PD
     * @param dm the device memory
     * @param driver the driver's object
     * @param length bytes that it covers
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param bound its cell of the binding ledger
     */
    public MrObject(PdObject pd, DmObject dm, DriverMr driver, long length, int access, LedgerCell bound) {
        this(MrType.DM, pd, driver, new PinnedPages(0, length, NO_PAGES.busAddresses()), 0, access, bound, pd, dm);
    }

    /**
     * Makes a region of an exporter's buffer. The region uses the buffer.
     *
     * @param pd its PD
     * @param buffer the exporter's buffer
     * @param part only its range is used
     * @param driver the driver's object
     * @param iova address by which work requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param bound its cell of the binding ledger
     */
    public MrObject(
            PdObject pd, DmaBuf buffer, PinnedPages part, DriverMr driver, long iova, int access, LedgerCell bound) {
        this(MrType.DMA_BUF, pd, driver, part, iova, access, bound, pd);
        buffer.hold();
        this.buffer = buffer;
    }

    private MrObject(
            MrType type,
            PdObject pd,
            DriverMr driver,
            PinnedPages pages,
            long iova,
            int access,
            LedgerCell bound,
            KernelObject... uses) {
        super(ObjectKind.MR, uses);
        this.type = type;
        this.pd = pd;
        this.driver = driver;
        this.pages = pages;
        this.iova = iova;
        this.access = access;
        this.bound = bound;
    }

    /** {@return the origin of its memory} */
    public MrType type() {
        return type;
    }

    /** {@return whether it is memory that a user half has registered for a queue, and so no region of the program} */
    public boolean isOfQueue() {
        return type == MrType.QUEUE;
    }

    /** {@return its PD} */
    public PdObject pd() {
        return pd;
    }

    /** {@return the driver's object} */
    public DriverMr driver() {
        return driver;
    }

    /** {@return its pages; of an on-demand region only the range} */
    public PinnedPages pages() {
        return pages;
    }

    /** {@return address by which work requests name the first byte} */
    public long iova() {
        return iova;
    }

    /** {@return mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}} */
    public int access() {
        return access;
    }

    /** Ends the region's use of the exporter's buffer. */
    public void letGo() {
        DmaBuf held = buffer;
        if (held != null) {
            held.release();
        }
    }

    /** {@return whether it pins nothing: its pages are only a range} */
    public boolean isOnDemand() {
        return AccessFlag.ON_DEMAND.in(access) || type == MrType.DMA_BUF;
    }

    /** {@return its cell of the binding ledger} */
    public LedgerCell bound() {
        return bound;
    }

    @Override
    public String heldBy() {
        return type == MrType.PAGE_LIST ? registrations(bound) : boundWindows(bound);
    }

    private static String registrations(LedgerCell users) {
        long count = users.count();
        return count == 0 ? "" : count + (count == 1 ? " registration" : " registrations");
    }

    /**
     * Notes a change. Only the call that has the region alone makes it.
     *
     * @param newPd its new PD
     * @param newDriver the driver's new object
     * @param change its new memory and rights
     */
    public void changed(PdObject newPd, DriverMr newDriver, RegionChange change) {
        uses(newPd, pd);
        pd = newPd;
        driver = newDriver;
        pages = change.pages();
        iova = change.iova();
        access = change.access();
    }
}
