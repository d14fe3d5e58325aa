package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.AttributePlace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorMethod;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.DmUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.PdUdata;
import dev.fenestra.vendor.mlx.abi.PortUdata;
import dev.fenestra.vendor.mlx.abi.UarUdata;
import java.util.List;
import java.util.stream.Stream;

/** The methods and attributes of {@code mlx5_user_ioctl_cmds.h} that this driver has, and their places in udata. */
final class VendorMethodTable {
    private static final int DEVICE = 0;
    private static final int QUERY_CONTEXT = 4;
    private static final int PD = 1;
    private static final int DM = 14;
    private static final int DM_ALLOC = 0;

    /** The numbers of the driver's objects, methods and attributes begin here. */
    private static final int FIRST = 0x1000;

    private static final int DEVX = FIRST;
    private static final int DEVX_OBJECT = FIRST + 1;
    private static final int UAR = FIRST + 8;

    private VendorMethodTable() {}

    static List<VendorMethod> of(DevxOps devx) {
        return Stream.of(memory(), questions(), commands(devx), doorbells())
                .flatMap(List::stream)
                .toList();
    }

    private static List<VendorMethod> memory() {
        AttributePlace type = in(2, DmUdata.TYPE);
        return List.of(
                new VendorMethod.Extended(
                        DM, DM_ALLOC, List.of(out(0, DmUdata.START_OFFSET), out(1, DmUdata.PAGE_INDEX), type)),
                new VendorMethod.QueryDm(
                        DM,
                        FIRST + 1,
                        FIRST,
                        List.of(out(1, DmUdata.START_OFFSET), out(2, DmUdata.PAGE_INDEX), out(3, DmUdata.LENGTH)),
                        DmOps::query));
    }

    private static List<VendorMethod> questions() {
        return List.of(
                new VendorMethod.Extended(DEVICE, QUERY_CONTEXT, List.of(allOut(0))),
                new VendorMethod.Query(
                        DEVICE, FIRST, List.of(in(0, PortUdata.NUMBER), allOut(1)), VendorMethodTable::queryPort),
                new VendorMethod.QueryPd(PD, FIRST, FIRST, List.of(out(1, PdUdata.PDN)), VendorMethodTable::queryPd));
    }

    private static List<VendorMethod> commands(DevxOps devx) {
        return List.of(
                new VendorMethod.Query(DEVX, FIRST, List.of(allIn(0), allOut(1)), devx::queryAsPrm),
                new VendorMethod.Create(DEVX_OBJECT, FIRST, FIRST, List.of(allIn(1), allOut(2))),
                new VendorMethod.Destroy(DEVX_OBJECT, FIRST + 1, FIRST));
    }

    private static List<VendorMethod> doorbells() {
        List<AttributePlace> places = List.of(
                in(1, UarUdata.TYPE), out(2, UarUdata.MAP_OFFSET), out(3, UarUdata.MAP_LENGTH), out(4, UarUdata.PAGE));
        return List.of(
                new VendorMethod.CreateAlone(UAR, FIRST, FIRST, places, MlxUarObject::allocate),
                new VendorMethod.Destroy(UAR, FIRST + 1, FIRST));
    }

    /** No port here belongs to a switch, so the answer says only that the port exists. */
    private static void queryPort(DriverContext context, Udata udata) {
        UdataSize.check(udata, PortUdata.REQUEST_BYTES, 0);
        int number = PortUdata.NUMBER.getInt(udata.request());
        if (number != 1) {
            throw new VerbsException(MlxRule.UDATA, "port=" + number);
        }
    }

    private static void queryPd(DriverPd pd, Udata udata) {
        UdataSize.check(udata, 0, PdUdata.RESPONSE_BYTES);
        PdUdata.PDN.set(udata.response(), MlxPd.of(pd).number());
    }

    private static AttributePlace in(int number, HostField field) {
        return AttributePlace.in(FIRST + number, field.offset(), field.bytes());
    }

    private static AttributePlace out(int number, HostField field) {
        return AttributePlace.out(FIRST + number, field.offset(), field.bytes());
    }

    private static AttributePlace allIn(int number) {
        return AttributePlace.in(FIRST + number, 0, AttributePlace.ALL);
    }

    private static AttributePlace allOut(int number) {
        return AttributePlace.out(FIRST + number, 0, AttributePlace.ALL);
    }
}
