package dev.fenestra.ib.core.kernel.objects;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import java.util.function.ToIntFunction;

/** The kinds of kernel objects, with how many of each a device can have. */
public enum ObjectKind {
    /** Protection domain. */
    PD(DeviceAttributes::maxPd),
    /** Memory region. */
    MR(DeviceAttributes::maxMr),
    /** Memory window. */
    MW(DeviceAttributes::maxMw),
    /** Device memory. Only the device knows how much it has. */
    DM(attributes -> Integer.MAX_VALUE),
    /** Completion channel; without a limit. */
    CHANNEL(attributes -> Integer.MAX_VALUE),
    /** Completion queue. */
    CQ(DeviceAttributes::maxCq),
    /** XRC domain as a process has opened it. Only the device knows how many it can have. */
    XRCD(attributes -> Integer.MAX_VALUE),
    /** Shared receive queue. */
    SRQ(attributes -> attributes.srqs().maxSrq()),
    /** Queue pair. */
    QP(DeviceAttributes::maxQp),
    /** Address handle. */
    AH(DeviceAttributes::maxAh),
    /** An object of a vendor's own kind. Only the device knows how many it can have. */
    VENDOR_OBJECT(attributes -> Integer.MAX_VALUE);

    private final ToIntFunction<DeviceAttributes> limit;

    ObjectKind(ToIntFunction<DeviceAttributes> limit) {
        this.limit = limit;
    }

    /**
     * {@return how many of this kind a device can have}
     *
     * @param attributes of the device
     */
    public int limit(DeviceAttributes attributes) {
        return limit.applyAsInt(attributes);
    }
}
