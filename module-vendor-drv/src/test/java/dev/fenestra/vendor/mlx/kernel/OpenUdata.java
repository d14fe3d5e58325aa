package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.vendor.mlx.abi.ContextUdata;

/** Udata with which tests open a device. */
final class OpenUdata {
    private OpenUdata() {}

    /** As a user half asks: for some doorbell registers. */
    static Udata usual() {
        Udata udata = Udata.ofBytes(ContextUdata.REQUEST_BYTES, ContextUdata.RESPONSE_BYTES);
        ContextUdata.WANTED_REGISTERS.set(udata.request(), 16);
        return udata;
    }
}
