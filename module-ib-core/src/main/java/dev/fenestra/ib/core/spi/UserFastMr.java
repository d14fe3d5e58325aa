package dev.fenestra.ib.core.spi;

/** The user half of a fast-register region. Its provider needs it, beside the key, to write a REG_MR request. */
public interface UserFastMr {

    /** The kernel destroyed the region: gives its memory back. */
    void destroyed();
}
