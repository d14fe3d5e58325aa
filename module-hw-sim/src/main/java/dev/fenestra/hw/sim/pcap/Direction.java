package dev.fenestra.hw.sim.pcap;

/** Which way a packet passed its interface. */
public enum Direction {
    INBOUND(1),
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
