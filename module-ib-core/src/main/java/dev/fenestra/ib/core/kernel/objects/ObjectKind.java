package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import java.util.function.ToIntFunction;

/** Kinds of kernel objects, with how many of each a device can have. */
public enum ObjectKind {
    PD(DeviceAttributes::maxPd),
    MR(DeviceAttributes::maxMr),
    MW(DeviceAttributes::maxMw),
    /** The device knows how much memory it has. */
    DM(attributes -> Integer.MAX_VALUE),
    CHANNEL(attributes -> Integer.MAX_VALUE),
    CQ(DeviceAttributes::maxCq),
    /** As a process has opened it: only the device knows how many it can have. */
    XRCD(attributes -> Integer.MAX_VALUE),
    SRQ(attributes -> attributes.srqs().maxSrq()),
    QP(DeviceAttributes::maxQp),
    AH(DeviceAttributes::maxAh),
    /** An object of a vendor's own kind; only the device knows how many it can have. */
    VENDOR_OBJECT(attributes -> Integer.MAX_VALUE);

    private final ToIntFunction<DeviceAttributes> limit;

    ObjectKind(ToIntFunction<DeviceAttributes> limit) {
        this.limit = limit;
    }

    public int limit(DeviceAttributes attributes) {
        return limit.applyAsInt(attributes);
    }
}
