package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.vendor.mlx.abi.DmUdata;

/**
 * Device memory that is mapped once the kernel has allocated it.
 *
 * @param calls makes system calls
 * @param udata says what to map
 */
record PendingDm(VendorCalls calls, Udata udata) implements Pending<UserDm> {

    @Override
    public UserDm complete(int number) {
        return new MlxUserDm(calls.map(DmUdata.mapOffset(udata.response())).memory());
    }

    @Override
    public void discard() {
        // Nothing to free: nothing was allocated.
    }
}
