package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorMethod;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.PdUdata;
import dev.fenestra.vendor.mlx.abi.PortUdata;
import java.util.List;

/** The operations of a device that only this vendor defines. */
abstract class VendorOperations extends QueueOperations {
    private final List<VendorMethod> methods = VendorMethodTable.of(this);

    abstract DevxOps devx();

    @Override
    public List<VendorMethod> methods() {
        return methods;
    }

    /** A request that creates an mkey carries the number of its PD. */
    @Override
    public boolean isOwner(DriverPd pd, Udata udata) {
        return DevxOps.isFor((MlxPd) pd, udata);
    }

    /** No port here belongs to a switch, so the answer says only that the port exists. */
    static void queryPort(DriverContext context, Udata udata) {
        UdataSize.check(udata, PortUdata.REQUEST_BYTES, 0);
        int number = PortUdata.NUMBER.getInt(udata.request());
        if (number != 1) {
            throw new VerbsException(MlxRule.UDATA, "port=" + number);
        }
    }

    static void queryPd(DriverPd pd, Udata udata) {
        UdataSize.check(udata, 0, PdUdata.RESPONSE_BYTES);
        PdUdata.PDN.set(udata.response(), ((MlxPd) pd).number());
    }

    static void queryDm(DriverDm dm, Udata udata) {
        DmOps.query((MlxDm) dm, udata);
    }

    static DriverObject allocateUar(DriverContext context, Udata udata) {
        return MlxUarObject.allocate((MlxContext) context, udata);
    }

    @Override
    public DriverObject createObject(DriverPd pd, Udata udata) {
        return devx().create((MlxPd) pd, udata);
    }

    @Override
    public void destroyObject(DriverObject object) {
        if (object instanceof MlxMkeyObject mkey) {
            devx().destroy(mkey);
        }
    }

    /** A command of a foreign user half that creates no object. */
    void command(DriverContext context, Udata udata) {
        devx().queryAsPrm(udata);
    }

    @Override
    public void query(DriverContext context, Udata udata) {
        devx().query(udata);
    }
}
