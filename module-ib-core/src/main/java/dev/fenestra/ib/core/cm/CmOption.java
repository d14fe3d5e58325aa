package dev.fenestra.ib.core.cm;

/** Options of an id; the ordinal is the number of rdma_cma.h {@code RDMA_OPTION_ID_*}. */
public enum CmOption {
    /** The type of service: the traffic class of the connection and of its messages. */
    TOS(1),
    /** Not 0: another id that has this option too may bind the same address. */
    REUSE_ADDRESS(4),
    /** Not 0: a listening id of all IPv6 addresses leaves IPv4 to others. */
    AF_ONLY(4),
    /** The wait for an ACK: 4.096 us * 2^n, 0 to 31. */
    ACK_TIMEOUT(1);

    private final int octets;

    CmOption(int octets) {
        this.octets = octets;
    }

    /** {@return the length of its value in a program, octets (core/ucma.c ucma_set_option_id)} */
    public int octets() {
        return octets;
    }
}
