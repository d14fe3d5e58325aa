package dev.fenestra.hw.sim.roce.wire;

import java.util.Arrays;

/** The zeros behind a payload that make it a multiple of four bytes. */
public final class Padding {
    private Padding() {}

    /**
     * {@return pad count of a payload: 0 to 3}
     *
     * @param payloadBytes 0 and up
     */
    public static int countFor(int payloadBytes) {
        return -payloadBytes & 3;
    }

    /**
     * Writes the zeros.
     *
     * @return the offset behind them
     */
    static int write(byte[] out, int at, int padCount) {
        Arrays.fill(out, at, at + padCount, (byte) 0);
        return at + padCount;
    }
}
