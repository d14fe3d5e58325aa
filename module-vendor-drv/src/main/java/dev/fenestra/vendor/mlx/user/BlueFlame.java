package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.prm.UarPage;

/**
 * What a doorbell register can take beyond 8 bytes: a whole small WQE at once.
 *
 * @param enabled the register takes WQEs
 * @param preferred WQEs without inline data are written too
 * @param bytes size of a half; the two halves are used in turn
 */
record BlueFlame(boolean enabled, boolean preferred, int bytes) {
    /** What a register of the device takes, unless it is the shared one. */
    static final BlueFlame DEFAULT = new BlueFlame(true, true, UarPage.HALF_BYTES);

    private static final int UNIT_BYTES = 16;

    /** Registers that take 8 bytes only, in halves of this size. */
    static BlueFlame none(int bytes) {
        return new BlueFlame(false, false, bytes);
    }

    /** Whether the one WQE of a post goes to the register as a whole; a control segment alone never does. */
    boolean takes(int units, boolean inline) {
        return enabled && (inline || preferred) && units > 1 && units * UNIT_BYTES <= bytes;
    }
}
