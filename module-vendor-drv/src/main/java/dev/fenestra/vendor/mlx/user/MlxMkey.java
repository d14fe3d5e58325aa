package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.vendor.mlx.dv.DvMkey;

/** An indirect mkey, which the kernel knows by a handle. */
final class MlxMkey implements DvMkey {
    private final VendorCalls calls;
    private final int handle;
    private final int key;
    private final int maxEntries;
    private boolean open = true;

    MlxMkey(VendorCalls calls, int handle, int key, int maxEntries) {
        this.calls = calls;
        this.handle = handle;
        this.key = key;
        this.maxEntries = maxEntries;
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    @Override
    public int maxEntries() {
        return maxEntries;
    }

    @Override
    public synchronized void close() {
        if (open) {
            calls.destroyObject(handle);
            open = false;
        }
    }
}
