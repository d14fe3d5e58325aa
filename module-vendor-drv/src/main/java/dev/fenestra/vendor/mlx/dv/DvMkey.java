package dev.fenestra.vendor.mlx.dv;

/**
 * An indirect mkey ({@code mlx5dv_mkey}). It is free when it is created, and after an invalidate: it gives no access
 * before a {@link DvQp} has configured it. Its addresses are offsets from 0 into its layout. A LOCAL_INV with its key
 * makes it free again.
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

    /** {@return entries that a layout may have; of an interleaved layout one is taken by its head} */
    int maxEntries();

    /** Destroys it; harmless when it is closed already. Accesses that still come are refused. */
    @Override
    void close();
}
