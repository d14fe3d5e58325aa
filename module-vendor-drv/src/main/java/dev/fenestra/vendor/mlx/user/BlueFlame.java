package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.UarPage;

/**
 * A doorbell register that can take a whole small WQE at once, beyond 8 bytes.
 *
 * @param enabled whether the register takes WQEs
 * @param preferred whether WQEs without inline data go there too
 * @param bytes size of a half; the two halves are used in turn
 */
record BlueFlame(boolean enabled, boolean preferred, int bytes) {
    /** The form of the device's registers, except for the shared one. */
    static final BlueFlame DEFAULT = new BlueFlame(true, true, UarPage.HALF_BYTES);

    private static final int UNIT_BYTES = 16;

    /** The form of registers that take 8 bytes only, in halves of this size. */
    static BlueFlame none(int bytes) {
        return new BlueFlame(false, false, bytes);
    }

    /** The most 16-byte units of a WQE, with or without inline data, that goes to the register as a whole. */
    int mostUnits(boolean inline) {
        return enabled && (inline || preferred) ? bytes / UNIT_BYTES : 0;
    }
}
