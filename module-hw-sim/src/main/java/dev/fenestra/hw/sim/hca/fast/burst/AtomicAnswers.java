package dev.fenestra.hw.sim.hca.fast.burst;

/**
 * Answers to RC atomics, from one QP to another, that travel as one: the fields of the first BTH, and for each packet
 * that of its AtomicAckETH. The PSNs follow that of the first.
 */
public final class AtomicAnswers implements Burst {
    private final BurstPath path = new BurstPath();
    /** PSN of the first packet. */
    public int firstPsn;
    /** Number of packets. */
    public int count;
    /** The value before each atomic. */
    public final long[] originals;

    /**
     * Makes answers to nobody yet.
     *
     * @param most packets
     */
    public AtomicAnswers(int most) {
        originals = new long[most];
    }

    @Override
    public BurstPath path() {
        return path;
    }
}
