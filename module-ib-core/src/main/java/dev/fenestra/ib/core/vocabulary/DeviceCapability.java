package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * What a device may be able to do; bits of {@code device_cap_flags}, above bit 31 of {@code device_cap_flags_ex}, as in
 * verbs.h.
 */
public enum DeviceCapability {
    RC_RNR_NAK_GEN(12),
    SRQ_RESIZE(13),
    MEM_WINDOW(17),
    XRC(20),
    MEM_MGT_EXTENSIONS(21),
    MEM_WINDOW_TYPE_2A(23),
    MEM_WINDOW_TYPE_2B(24),
    FLUSH_GLOBAL(38),
    FLUSH_PERSISTENT(39),
    ATOMIC_WRITE(40),
    /** Not the device itself but the guest that it is in: its devices reach memory only that the guest shares. */
    CC_DMA_BOUNCE(41);

    private final long bit;

    DeviceCapability(int number) {
        bit = 1L << number;
    }

    public long bit() {
        return bit;
    }

    public boolean in(long mask) {
        return (mask & bit) != 0;
    }

    public static long mask(Set<DeviceCapability> capabilities) {
        long mask = 0;
        for (DeviceCapability capability : capabilities) {
            mask |= capability.bit;
        }
        return mask;
    }
}
