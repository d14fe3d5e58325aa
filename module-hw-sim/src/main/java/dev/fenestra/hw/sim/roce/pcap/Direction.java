package dev.fenestra.hw.sim.roce.pcap;

/** The direction in which a packet passed its interface. */
public enum Direction {
    /** The interface received the packet. */
    INBOUND(1),
    /** The interface sent the packet. */
    OUTBOUND(2);

    private final int flag;

    Direction(int flag) {
        this.flag = flag;
    }

    /** Bits 1:0 of {@code epb_flags}. */
    int flag() {
        return flag;
    }
}
