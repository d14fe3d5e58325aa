package dev.fenestra.hw.sim.roce.udp;

/** The check of a received datagram's ICRC. The ICRC covers the IP header, which a socket hides. */
public enum IcrcCheck {
    /**
     * The sender's IPv4 identification must be 0, as that of an unconnected socket that forbids fragments. All 32 bits
     * are checked.
     */
    STRICT,
    /**
     * The sender may use any identification, as Linux soft-RoCE does. The device solves for it, and a packet is good
     * when there is a solution. That leaves 16 bits of check. IPv6 has no such field and is always checked strictly.
     */
    SOLVE,
    /**
     * As STRICT for a peer that uses identification 0, and as SOLVE for any other. A peer shows which it is by its
     * packets: one that used 0 before is solved for only when two packets in a row have a solution. A corrupted packet
     * has one by chance only once in 65,536 times.
     */
    AUTO
}
