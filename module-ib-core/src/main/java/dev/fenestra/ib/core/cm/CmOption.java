package dev.fenestra.ib.core.cm;

import java.util.Arrays;
import java.util.Optional;

/** Options of an id; numbers as in rdma_cma.h {@code RDMA_OPTION_ID_*}. */
public enum CmOption {
    /** The type of service: the traffic class of the connection and of its messages. */
    TOS(0, 1),
    /** Not 0: another id that has this option too may bind the same address. */
    REUSE_ADDRESS(1, 4),
    /** Not 0: a listening id of all IPv6 addresses leaves IPv4 to others. */
    AF_ONLY(2, 4),
    /** The wait for an ACK: 4.096 us * 2^n, 0 to 31. */
    ACK_TIMEOUT(3, 1);

    private final int code;
    private final int octets;

    CmOption(int code, int octets) {
        this.code = code;
        this.octets = octets;
    }

    /** {@return its number in rdma_cma.h} */
    public int code() {
        return code;
    }

    /**
     * {@return the option with this number; empty for a number that means nothing}
     *
     * @param code number of rdma_cma.h
     */
    public static Optional<CmOption> of(int code) {
        return Arrays.stream(values()).filter(option -> option.code == code).findFirst();
    }

    /** {@return the length of its value in a program, octets (core/ucma.c ucma_set_option_id)} */
    public int octets() {
        return octets;
    }
}
