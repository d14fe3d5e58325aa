package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.vendor.mlx.abi.FastMrUdata;

/**
 * The user half of a fast-register region: the memory that lists its pages for the device. Only one registration may be
 * in progress at a time.
 *
 * @param list memory for the entries
 * @param maxPages number of entries
 * @param udata holds the L_Key of the list, once the kernel half has responded
 */
record MlxFastMr(QueueBuffer list, int maxPages, Udata udata) implements UserFastMr, Pending<UserFastMr> {

    int listKey() {
        return FastMrUdata.LIST_KEY.getInt(udata.response());
    }

    @Override
    public UserFastMr complete(int number) {
        return this;
    }

    @Override
    public void discard() {
        list.free();
    }

    @Override
    public void destroyed() {
        list.free();
    }
}
