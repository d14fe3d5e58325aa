package dev.fenestra.hw.sim.roce.udp;

/**
 * Whether peers use IPv4 identification 0, as their packets showed. Peers whose addresses share a place in the table
 * take it from each other. Then the next packet is judged as that of a new peer.
 */
final class PeerHabits {
    private static final int PLACES = 1 << 8;

    /** No packet yet, or packets with other identifications. */
    private static final byte ANY = 0;
    /** The last packet was one with identification 0. */
    private static final byte ZERO = 1;
    /** It was, but the packet after that would have been good with another one. */
    private static final byte DOUBTED = 2;

    private final long[] addresses = new long[PLACES];
    private final byte[] habits = new byte[PLACES];

    /**
     * A packet was good with identification 0.
     *
     * @param address lower half of the sender's GID
     */
    void usedZero(long address) {
        habits[place(address)] = ZERO;
    }

    /**
     * A packet would be good with another identification.
     *
     * @param address lower half of the sender's GID
     * @return whether it is to be believed
     */
    boolean mayUseAnother(long address) {
        int place = place(address);
        byte before = habits[place];
        habits[place] = before == ZERO ? DOUBTED : ANY;
        return before != ZERO;
    }

    private int place(long address) {
        int place = (int) (address ^ address >>> 8) & PLACES - 1;
        if (addresses[place] != address) {
            addresses[place] = address;
            habits[place] = ANY;
        }
        return place;
    }
}
