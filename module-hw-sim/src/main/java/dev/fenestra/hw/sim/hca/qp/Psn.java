package dev.fenestra.hw.sim.hca.qp;

/** Packet sequence numbers: 24 bits, compared within half their range (IBA 9.7.2). */
public final class Psn {
    /** The 24 bits. */
    static final int MASK = 0xffffff;

    private Psn() {}

    /**
     * {@return how far {@code a} is ahead of {@code b}; negative when behind}
     *
     * @param a a PSN
     * @param b a PSN
     */
    public static int difference(int a, int b) {
        return (a - b) << 8 >> 8;
    }

    /**
     * {@return the PSN a number of packets later, modulo 2^24}
     *
     * @param psn a PSN
     * @param count packets, negative for backwards
     */
    public static int plus(int psn, int count) {
        return psn + count & MASK;
    }
}
