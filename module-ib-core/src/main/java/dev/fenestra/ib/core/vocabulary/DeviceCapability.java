package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/**
 * What a device may be able to do; bits of {@code device_cap_flags}, above bit 31 of {@code device_cap_flags_ex}, as in
 * verbs.h.
 */
public enum DeviceCapability {
    /** RC responders send RNR NAKs. */
    RC_RNR_NAK_GEN(12),
    /** SRQs change their size. */
    SRQ_RESIZE(13),
    /** Windows of type 1. */
    MEM_WINDOW(17),
    /** XRC domains, SRQs and targets. */
    XRC(20),
    /** Fast-register regions, LOCAL_INV and SEND_WITH_INV. */
    MEM_MGT_EXTENSIONS(21),
    /** Windows of type 2, tied to a QP. */
    MEM_WINDOW_TYPE_2A(23),
    /** Windows of type 2, tied to a QP and a PD. */
    MEM_WINDOW_TYPE_2B(24),
    /** FLUSH makes writes visible to all. */
    FLUSH_GLOBAL(38),
    /** FLUSH makes writes persistent. */
    FLUSH_PERSISTENT(39),
    /** Writes of 8 bytes that nobody sees half-written. */
    ATOMIC_WRITE(40),
    /** A property of the guest, not of the device: devices of the guest reach only the memory that it shares. */
    CC_DMA_BOUNCE(41);

    private final long bit;

    DeviceCapability(int number) {
        bit = 1L << number;
    }

    /** {@return the bit of verbs.h that stands for this capability} */
    public long bit() {
        return bit;
    }

    /**
     * {@return whether a mask has the bit of this capability}
     *
     * @param mask {@code device_cap_flags_ex}
     */
    public boolean in(long mask) {
        return (mask & bit) != 0;
    }

    /**
     * {@return the bits of all of them}
     *
     * @param capabilities what the mask is to have
     */
    public static long mask(Set<DeviceCapability> capabilities) {
        long mask = 0;
        for (DeviceCapability capability : capabilities) {
            mask |= capability.bit;
        }
        return mask;
    }
}
