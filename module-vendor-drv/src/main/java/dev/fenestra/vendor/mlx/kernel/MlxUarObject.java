package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.ContextUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.UarUdata;

/**
 * A doorbell page that a user half has allocated. It is the page of its context, which takes the doorbells of all
 * queues.
 */
record MlxUarObject() implements DriverObject {
    static MlxUarObject allocate(DriverContext context, Udata udata) {
        UdataSize.check(udata, UarUdata.REQUEST_BYTES, UarUdata.RESPONSE_BYTES);
        int type = UarUdata.TYPE.getInt(udata.request());
        if (type != UarUdata.BLUE_FLAME && type != UarUdata.NO_CACHE) {
            throw new VerbsException(MlxRule.UDATA, "UAR type=" + type);
        }
        UarUdata.MAP_OFFSET.set(udata.response(), ContextUdata.MAP_FIRST_PAGE);
        UarUdata.MAP_LENGTH.set(udata.response(), UarPage.BYTES);
        UarUdata.PAGE.set(udata.response(), MlxContext.of(context).uar());
        return new MlxUarObject();
    }
}
