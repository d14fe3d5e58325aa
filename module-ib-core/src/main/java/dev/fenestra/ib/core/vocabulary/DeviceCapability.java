package dev.fenestra.ib.core.vocabulary;

import java.util.Set;

/** What a device may be able to do; bits of {@code device_cap_flags} as in verbs.h {@code ibv_device_cap_flags}. */
public enum DeviceCapability {
    RC_RNR_NAK_GEN(12),
    SRQ_RESIZE(13),
    MEM_WINDOW(17),
    MEM_MGT_EXTENSIONS(21),
    MEM_WINDOW_TYPE_2A(23),
    MEM_WINDOW_TYPE_2B(24);

    private final int bit;

    DeviceCapability(int number) {
        bit = 1 << number;
    }

    public int bit() {
        return bit;
    }

    public boolean in(int mask) {
        return (mask & bit) != 0;
    }

    public static int mask(Set<DeviceCapability> capabilities) {
        int mask = 0;
        for (DeviceCapability capability : capabilities) {
            mask |= capability.bit;
        }
        return mask;
    }
}
