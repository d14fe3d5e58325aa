package dev.fenestra.hw.sim.udp;

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
    SOLVE
}
