package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * What a device is, and its limits (the implemented part of {@code ibv_device_attr}). A driver makes them by a
 * {@code DeviceAttributesBuilder}.
 *
 * @param vendorId PCI-style vendor number
 * @param vendorPartId PCI-style part number
 * @param maxQp QPs alive at once
 * @param maxQpWr work requests per queue
 * @param maxSge scatter/gather elements per work request, READs included
 * @param maxCq CQs alive at once
 * @param maxCqe entries per CQ
 * @param maxMr regions alive at once; they may share their keys with windows
 * @param maxMw windows alive at once; 0 when {@code memoryWindows} is NONE
 * @param maxPd PDs alive at once
 * @param maxQpRdAtomic READs and atomics served or outstanding per QP
 * @param maxInline bytes of an inline send
 * @param maxMessageBytes largest message, at most 2^31
 * @param maxMrSize bytes of the largest region, unsigned
 * @param pageSizeCap a bit for each page size the device translates by
 * @param atomicCap with whom its atomics are atomic
 * @param physPortCnt ports
 * @param maxPkeys entries of a port's P_Key table
 * @param transports services its QPs may have
 * @param features what else it can do; windows have a component of their own
 * @param memoryWindows which windows the device offers
 * @param srqs shared receive queues
 * @param memory kinds of regions beyond registered memory
 * @param maxAh address handles alive at once; 0 when there are none
 * @param clock by which it stamps completions
 * @param multicast groups of UD QPs
 */
public record DeviceAttributes(
        int vendorId,
        int vendorPartId,
        int maxQp,
        int maxQpWr,
        int maxSge,
        int maxCq,
        int maxCqe,
        int maxMr,
        int maxMw,
        int maxPd,
        int maxQpRdAtomic,
        int maxInline,
        long maxMessageBytes,
        long maxMrSize,
        long pageSizeCap,
        AtomicCapability atomicCap,
        int physPortCnt,
        int maxPkeys,
        Set<QpType> transports,
        Set<DeviceCapability> features,
        MemoryWindows memoryWindows,
        SrqLimits srqs,
        MemoryLimits memory,
        int maxAh,
        ClockAttributes clock,
        MulticastLimits multicast) {
    /** Keeps copies of the sets. */
    public DeviceAttributes {
        transports = SortedSets.copyOf(transports);
        features = SortedSets.copyOf(features);
    }

    /**
     * {@code device_cap_flags}: the bits of {@link DeviceCapability}, those of its windows included.
     *
     * @return bits of verbs.h
     */
    public int deviceCapFlags() {
        return (int) deviceCapFlagsEx();
    }

    /**
     * {@code device_cap_flags_ex}: the same, and what does not fit there.
     *
     * @return bits of verbs.h
     */
    public long deviceCapFlagsEx() {
        return DeviceCapability.mask(features) | memoryWindows.capabilityFlags();
    }

    /**
     * {@return whether the device announces a capability}
     *
     * @param capability of {@code device_cap_flags}
     */
    public boolean can(DeviceCapability capability) {
        return capability.in(deviceCapFlagsEx());
    }

    /** {@return READs and atomics that all QPs together serve at a time} */
    public int maxResRdAtomic() {
        return (int) Math.min(Integer.MAX_VALUE, (long) maxQp * maxQpRdAtomic);
    }

    /**
     * Which windows a device offers: it may have one form of type 2, never both (IBA 10.6.7; verbs.h capability bits
     * 17, 23, 24).
     */
    public enum MemoryWindows {
        /** No windows. */
        NONE,
        /** Type 1 only. */
        TYPE_1(DeviceCapability.MEM_WINDOW),
        /** Type 1; type 2 is tied to a QP when it is bound. */
        TYPE_1_AND_2A(DeviceCapability.MEM_WINDOW, DeviceCapability.MEM_WINDOW_TYPE_2A),
        /** Type 1; type 2 is tied to a QP and a PD when it is bound. */
        TYPE_1_AND_2B(DeviceCapability.MEM_WINDOW, DeviceCapability.MEM_WINDOW_TYPE_2B);

        private final long flags;

        MemoryWindows(DeviceCapability... capabilities) {
            flags = DeviceCapability.mask(Set.of(capabilities));
        }

        /** {@return the bits of {@code device_cap_flags} that announce it} */
        public long capabilityFlags() {
            return flags;
        }
    }

    /** {@return how long a device takes for an ACK at most, 4.096 us x 2 to this power; that of mlx5} */
    public int localCaAckDelay() {
        return 16;
    }
}
