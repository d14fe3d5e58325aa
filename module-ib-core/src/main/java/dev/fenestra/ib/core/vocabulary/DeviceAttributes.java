package dev.fenestra.ib.core.vocabulary;

/**
 * What a device is and how much of everything it has (the part of {@code ibv_device_attr} that is built).
 *
 * @param vendorId PCI-style vendor number
 * @param vendorPartId PCI-style part number
 * @param maxQp QPs alive at once
 * @param maxQpWr work requests per queue
 * @param maxSge scatter/gather elements per work request
 * @param maxCq CQs alive at once
 * @param maxCqe entries per CQ
 * @param maxMr regions alive at once
 * @param maxMw windows alive at once; 0 when {@code memoryWindows} is NONE
 * @param maxPd PDs alive at once
 * @param maxQpRdAtomic READs and atomics served or outstanding per QP
 * @param maxInline bytes of an inline send
 * @param maxMessageBytes largest message, at most 2^31
 * @param memoryWindows which windows the device offers
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
        MemoryWindows memoryWindows) {

    /** Which windows a device offers: it may have one form of type 2, never both (IBA 10.6.7; verbs.h capability bits 17, 23, 24). */
    public enum MemoryWindows {
        NONE,
        TYPE_1_AND_2A,
        TYPE_1_AND_2B;

        /** The bits of {@code device_cap_flags} that announce it. */
        public int capabilityFlags() {
            return switch (this) {
                case NONE -> 0;
                case TYPE_1_AND_2A -> 1 << 17 | 1 << 23;
                case TYPE_1_AND_2B -> 1 << 17 | 1 << 24;
            };
        }
    }
}
