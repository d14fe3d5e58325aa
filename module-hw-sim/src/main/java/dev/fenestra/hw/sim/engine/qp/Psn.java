package dev.fenestra.hw.sim.engine.qp;

/** Packet sequence numbers: 24 bits, compared within half their range (IBA 9.7.2). */
public final class Psn {
    public static final int MASK = 0xffffff;

    private Psn() {}

    /** How far {@code a} is ahead of {@code b}; negative when behind. */
    public static int difference(int a, int b) {
        return (a - b) << 8 >> 8;
    }

    public static int plus(int psn, int count) {
        return psn + count & MASK;
    }
}
