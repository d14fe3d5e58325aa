package dev.fenestra.hw.sim.roce.wire;

/**
 * The IP header fields that a sender is free to choose.
 *
 * @param trafficClass DSCP and ECN: TOS of IPv4, traffic class of IPv6
 * @param flowLabel 20 bits of IPv6; 0 for IPv4
 * @param hopLimit TTL of IPv4, hop limit of IPv6
 * @param identification 16 bits of IPv4; 0 for IPv6
 * @param fragment flags and fragment offset of IPv4, 16 bits; 0 for IPv6
 */
public record IpFields(int trafficClass, int flowLabel, int hopLimit, int identification, int fragment) {
    /** The hop limit of a sender that chooses none: the default of Linux. */
    public static final int USUAL_HOPS = 64;

    /** The fields of a Linux UDP socket that is not connected and forbids fragments: TTL 64, identification 0, DF. */
    public static final IpFields DEFAULT = new IpFields(0, 0, USUAL_HOPS, 0, 0x4000);
}
