package dev.fenestra.hw.sim.fabric.fault;

/**
 * One entry of a {@link FaultPlan}: the fate of the k-th packet that matches, and of those after it.
 *
 * @param action what the link does to the packets
 * @param match the packets that count
 * @param first number of the first packet hit, counted from 1 among those that match
 * @param times how many in a row are hit; {@link Integer#MAX_VALUE} for all from there on
 * @param delayNanos for DELAY, DUPLICATE and REORDER; 0 or more
 */
public record Fault(FaultAction action, PacketMatch match, int first, int times, long delayNanos) {
    /** Long enough to be overtaken, short against every timeout. */
    public static final long DEFAULT_DELAY_NANOS = 10_000;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException unless first and times are 1 or more, and the delay 0 or more
     */
    public Fault {
        if (first < 1 || times < 1 || delayNanos < 0) {
            throw new IllegalArgumentException(
                    "a fault needs first >= 1, times >= 1, delay >= 0: " + first + ", " + times + ", " + delayNanos);
        }
    }

    /**
     * Hits the k-th packet that matches, and no other.
     *
     * @param action what the link does to it
     * @param match the packets that count
     * @param kth from 1
     * @return the fault
     */
    public static Fault at(FaultAction action, PacketMatch match, int kth) {
        return new Fault(action, match, kth, 1, DEFAULT_DELAY_NANOS);
    }

    /**
     * {@return the same fault with another delay}
     *
     * @param nanos 0 or more
     */
    public Fault withDelay(long nanos) {
        return new Fault(action, match, first, times, nanos);
    }

    /**
     * {@return the same fault for another number of packets in a row}
     *
     * @param count 1 or more; {@link Integer#MAX_VALUE} for all
     */
    public Fault withTimes(int count) {
        return new Fault(action, match, first, count, delayNanos);
    }

    boolean hits(int kth) {
        return kth >= first && kth - first < times;
    }
}
