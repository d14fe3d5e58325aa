package dev.fenestra.hw.sim.udp;

/** How the ICRC of a received datagram is checked, given that a plain socket does not show the IP header. */
public enum IcrcCheck {
    /**
     * The sender's IPv4 identification was 0, as that of an unconnected socket that forbids fragments: all 32 bits are
     * checked.
     */
    STRICT,
    /**
     * The sender may have used any identification, as Linux soft-RoCE does: it is solved for, and a packet is good when
     * there is a solution. That leaves 16 bits of check. IPv6 has no such field and is always checked strictly.
     */
    SOLVE
}
