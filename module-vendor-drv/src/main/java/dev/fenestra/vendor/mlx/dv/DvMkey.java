package dev.fenestra.vendor.mlx.dv;

/**
 * An indirect mkey ({@code mlx5dv_mkey}). A new mkey is free: it gives no access before a {@link DvQp} has configured
 * it. A LOCAL_INV with its key makes it free again. Its addresses are offsets from 0 into its layout.
 */
public interface DvMkey extends AutoCloseable {

    /** {@return its key, for pieces of local data} */
    int lkey();

    /**
     * The same as {@link #lkey}.
     *
     * @return the key
     */
    int rkey();

    /** {@return how many entries a layout may have; the head of an interleaved layout takes one} */
    int maxEntries();

    /** Destroys it. A second call does nothing. Later accesses are refused. */
    @Override
    void close();
}
