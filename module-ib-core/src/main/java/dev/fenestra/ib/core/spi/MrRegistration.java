package dev.fenestra.ib.core.spi;

import org.jspecify.annotations.Nullable;

/** What a REG_MR request asks for, as primitives; filled anew for each. */
public final class MrRegistration {
    private static final long[] NO_PAGES = {};

    /** The region that gets memory; null while the request is not filled in. */
    public @Nullable UserFastMr region;
    /** The region's key before. */
    public int oldKey;
    /** The key it is to get: the index of the old one, and a tag of the caller's choice. */
    public int newKey;
    /** Key of the page list. */
    public int pagesKey;
    /** Where the list's pages begin in the process, in the order in which the region is to have them. */
    public long[] pages = NO_PAGES;
    /** How many of them count. */
    public int pageCount;
    /** Address by which requests will name the first byte; its low 12 bits are the offset in the first page. */
    public long iova;

    /** Bytes of the range. */
    public long length;
    /** Mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}. */
    public int access;

    /** Makes a registration that is to be filled in. */
    public MrRegistration() {}

    /**
     * Copies another registration.
     *
     * @param other is copied
     */
    public void set(MrRegistration other) {
        region = other.region;
        oldKey = other.oldKey;
        newKey = other.newKey;
        pagesKey = other.pagesKey;
        pages = other.pages;
        pageCount = other.pageCount;
        iova = other.iova;
        length = other.length;
        access = other.access;
    }
}
