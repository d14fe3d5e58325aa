package dev.fenestra.hw.sim.roce.wire;

/**
 * The 16-byte address of a port, big-endian in two words. RoCEv2 sends to {@code ::ffff:a.b.c.d} over IPv4, to others
 * over IPv6.
 *
 * @param high upper half
 * @param low lower half
 */
public record PortGid(long high, long low) {
    private static final long IPV4_MAPPED = 0x0000_ffff_0000_0000L;
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;
    private static final long LINK_LOCAL = 0xfe80L << 48;
    private static final long EUI_OF_MAC = 0xfffe;
    private static final long MAC = 0xffff_ffff_ffffL;
    private static final long IPV4_GROUPS = 0x0100_5e00_0000L;
    private static final long IPV6_GROUPS = 0x3333_0000_0000L;

    /**
     * {@return the IPv4-mapped GID of an address}
     *
     * @param address for example {@code 0x0a090001} for 10.9.0.1
     */
    public static PortGid ofIpv4(int address) {
        return new PortGid(0, IPV4_MAPPED | Integer.toUnsignedLong(address));
    }

    /**
     * {@return whether a GID is an IPv4-mapped address}
     *
     * @param high upper half
     * @param low lower half
     */
    public static boolean isIpv4(long high, long low) {
        return high == 0 && low >>> 32 == IPV4_MAPPED >>> 32;
    }

    /**
     * {@return whether a GID names a multicast group: {@code ff00::/8}, or 224.0.0.0 to 239.255.255.255}
     *
     * @param high upper half
     * @param low lower half
     */
    public static boolean isMulticast(long high, long low) {
        return isIpv4(high, low) ? (low >>> 28 & 0xf) == 0xe : high >>> 56 == 0xff;
    }

    /**
     * {@return the MAC address of a port or a group in a synthesised frame, 48 bits} That of a group follows from its
     * IP address (RFC 1112, RFC 2464), that of a link-local address from its EUI-64 (RFC 4291, appendix A). Any other
     * port has {@code 02:00} and the last four bytes of its GID.
     *
     * @param high upper half
     * @param low lower half
     */
    public static long mac(long high, long low) {
        if (isMulticast(high, low)) {
            return isIpv4(high, low) ? IPV4_GROUPS | low & 0x7f_ffff : IPV6_GROUPS | low & 0xffff_ffffL;
        }
        boolean isOfMac = high == LINK_LOCAL && (low >>> 24 & 0xffff) == EUI_OF_MAC;
        return isOfMac
                ? (low >>> 40) << 24 & MAC ^ LOCALLY_ADMINISTERED | low & 0xff_ffff
                : LOCALLY_ADMINISTERED | low & 0xffff_ffffL;
    }
}
