package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.PinnedPages;

/**
 * The pages with which the device translates a region, as few as possible (Linux ib_umem_find_best_pgsz). A larger page
 * needs contiguous memory, and address and bus address must agree in all bits below its size. Only the first and the
 * last page may be used in part.
 */
final class TranslationPages {
    /**
     * log2 of the largest page, the host's huge page. The device supports larger ones, but memory is contiguous beyond
     * a huge page only by chance.
     */
    static final int MAX_SHIFT = 21;

    /** A mask of page sizes, in the form of page_size_cap. */
    static final long SIZES = (2L << MAX_SHIFT) - (1L << PinnedPages.PAGE_SHIFT);

    private static final long IN_PAGE = (1L << PinnedPages.PAGE_SHIFT) - 1;

    private final PinnedPages pages;
    private final long iova;
    private final int shift;

    private TranslationPages(PinnedPages pages, long iova, int shift) {
        this.pages = pages;
        this.iova = iova;
        this.shift = shift;
    }

    /**
     * Lists the pages in the largest size that fits.
     *
     * @param iova by which requests name the first byte
     */
    static TranslationPages of(PinnedPages pages, long iova) {
        return new TranslationPages(pages, iova, shift(pages, iova));
    }

    /** Lists the pages in the smallest size. */
    static TranslationPages small(PinnedPages pages, long iova) {
        return new TranslationPages(pages, iova, PinnedPages.PAGE_SHIFT);
    }

    /** log2 of their size. */
    int shift() {
        return shift;
    }

    int count() {
        return (int) ((iova & inPage()) + pages.length() + inPage() >>> shift);
    }

    /**
     * The bus address of a page. For the first page, this is the start of the page, which may lie before the region.
     */
    long busAddress(int page) {
        if (page == 0) {
            return pages.busAddresses()[0] & ~inPage();
        }
        long before = iova & inPage() & ~IN_PAGE;
        return pages.busAddresses()[(int) (((long) page << shift) - before >>> PinnedPages.PAGE_SHIFT)];
    }

    private long inPage() {
        return (1L << shift) - 1;
    }

    private static int shift(PinnedPages pages, long iova) {
        // A larger page would not cover more of the range.
        long span = iova ^ iova + pages.length() - 1;
        int most = Math.clamp(Long.SIZE - Long.numberOfLeadingZeros(span), PinnedPages.PAGE_SHIFT, MAX_SHIFT);
        long differing = 1L << most;
        long[] addresses = pages.busAddresses();
        long first = iova & ~IN_PAGE;
        for (int i = 0; i < addresses.length; i++) {
            long address = first + ((long) i << PinnedPages.PAGE_SHIFT);
            boolean isContiguous = i > 0 && addresses[i] == addresses[i - 1] + IN_PAGE + 1;
            if (!isContiguous) {
                // A page ends where a contiguous run ends.
                differing |= addresses[i] ^ address | (i == 0 ? 0 : address);
            }
        }
        return Math.max(PinnedPages.PAGE_SHIFT, Long.numberOfTrailingZeros(differing));
    }
}
