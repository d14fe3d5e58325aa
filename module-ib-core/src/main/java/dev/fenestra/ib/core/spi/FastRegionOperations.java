package dev.fenestra.ib.core.spi;

/** Regions that REG_MR requests fill, and the lists of pages that such requests name. */
@FunctionalInterface
public interface FastRegionOperations extends DeviceOperations {

    /**
     * Allocates a fast-register region, without memory and rights. REG_MR requests give it both.
     *
     * @param pd made by this driver
     * @param maxPages pages it may have, 1 to the device's {@code max_fast_reg_page_list_len}
     * @param bound the region's ledger cell
     * @param udata bytes of the user half, and room for the answer
     * @return the region
     */
    default DriverMr allocMr(DriverPd pd, int maxPages, LedgerCell bound, Udata udata) {
        throw Unsupported.operation(device(), "alloc_mr");
    }

    /**
     * Registers pinned pages for REG_MR requests, under a key that gives no access. Such a request names pages by this
     * key and their addresses in the process, never by bus addresses.
     *
     * @param pd made by this driver
     * @param pages whole pages
     * @param users the list's ledger cell: counts the regions registered over it
     * @return the region
     */
    default DriverMr regPages(DriverPd pd, PinnedPages pages, LedgerCell users) {
        throw Unsupported.operation(device(), "page lists");
    }
}
