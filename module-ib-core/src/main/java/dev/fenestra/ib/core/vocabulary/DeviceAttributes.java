package dev.fenestra.ib.core.vocabulary;

import java.util.HashSet;
import java.util.Set;

/**
 * What a device is, and its limits (the implemented part of {@code ibv_device_attr}).
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
    private static final int USUAL_AHS = 1 << 16;

    /**
     * A device with registered memory only, 65,536 address handles if it has datagrams, and no multicast.
     *
     * @param vendorId the IEEE OUI
     * @param vendorPartId the vendor's own number of the part
     * @param maxQp QPs of all processes
     * @param maxQpWr requests of a work queue
     * @param maxSge pieces of data of a request
     * @param maxCq CQs of all processes
     * @param maxCqe completions of a CQ
     * @param maxMr regions of all processes
     * @param maxMw windows of all processes
     * @param maxPd PDs of all processes
     * @param maxQpRdAtomic READs and atomics that a QP may have outstanding
     * @param maxInline bytes of inline data of a request
     * @param maxMessageBytes bytes of a message ({@code max_msg_sz})
     * @param maxMrSize bytes of a region
     * @param pageSizeCap sizes of pages it translates, a bit for each ({@code page_size_cap})
     * @param atomicCap whether atomics hold against other devices ({@code atomic_cap})
     * @param physPortCnt ports
     * @param maxPkeys entries of a port's P_Key table
     * @param transports services that QPs can have
     * @param features optional features and their limits
     * @param memoryWindows which types it has
     * @param srqs what its SRQs can be
     */
    public DeviceAttributes(
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
            SrqLimits srqs) {
        this(
                vendorId,
                vendorPartId,
                maxQp,
                maxQpWr,
                maxSge,
                maxCq,
                maxCqe,
                maxMr,
                maxMw,
                maxPd,
                maxQpRdAtomic,
                maxInline,
                maxMessageBytes,
                maxMrSize,
                pageSizeCap,
                atomicCap,
                physPortCnt,
                maxPkeys,
                transports,
                features,
                memoryWindows,
                srqs,
                MemoryLimits.NONE,
                transports.contains(QpType.UD) ? USUAL_AHS : 0,
                ClockAttributes.NONE,
                MulticastLimits.NONE);
    }

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

    /**
     * {@return the same device where it has one more capability}
     *
     * @param capability to be announced in addition
     */
    public DeviceAttributes announcing(DeviceCapability capability) {
        Set<DeviceCapability> more = new HashSet<>(features);
        more.add(capability);
        return new DeviceAttributes(
                vendorId,
                vendorPartId,
                maxQp,
                maxQpWr,
                maxSge,
                maxCq,
                maxCqe,
                maxMr,
                maxMw,
                maxPd,
                maxQpRdAtomic,
                maxInline,
                maxMessageBytes,
                maxMrSize,
                pageSizeCap,
                atomicCap,
                physPortCnt,
                maxPkeys,
                transports,
                more,
                memoryWindows,
                srqs,
                memory,
                maxAh,
                clock,
                multicast);
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
