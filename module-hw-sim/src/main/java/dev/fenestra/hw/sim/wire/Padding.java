package dev.fenestra.hw.sim.wire;

import java.util.Arrays;

/** The zeros behind a payload that make it a multiple of four bytes. */
public final class Padding {
    private Padding() {}

    /** Pad count for a payload: 0 to 3. */
    public static int countFor(int payloadBytes) {
        return -payloadBytes & 3;
    }

    /** Writes the zeros and returns the offset behind them. */
    static int write(byte[] out, int at, int padCount) {
        Arrays.fill(out, at, at + padCount, (byte) 0);
        return at + padCount;
    }
}
