package dev.fenestra.hw.sim.wire;

/**
 * The 16-byte address of a port, big-endian in two words. RoCEv2 sends to {@code ::ffff:a.b.c.d} over IPv4, to others
 * over IPv6.
 */
public record Gid(long high, long low) {
    private static final long IPV4_MAPPED = 0x0000_ffff_0000_0000L;
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;
    private static final long IPV4_GROUPS = 0x0100_5e00_0000L;
    private static final long IPV6_GROUPS = 0x3333_0000_0000L;

    /** The IPv4-mapped GID of an address, for example {@code 0x0a090001} for 10.9.0.1. */
    public static Gid ofIpv4(int address) {
        return new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(address));
    }

    public static boolean isIpv4(long high, long low) {
        return high == 0 && low >>> 32 == IPV4_MAPPED >>> 32;
    }

    /** Whether it names a group: {@code ff00::/8}, or an IPv4 address from 224.0.0.0 to 239.255.255.255. */
    public static boolean isMulticast(long high, long low) {
        return isIpv4(high, low) ? (low >>> 28 & 0xf) == 0xe : high >>> 56 == 0xff;
    }

    /**
     * The MAC address that a frame to a port or a group carries: of groups that of their IP address (RFC 1112, RFC
     * 2464).
     */
    public static long mac(long high, long low) {
        if (!isMulticast(high, low)) {
            return mac(low);
        }
        return isIpv4(high, low) ? IPV4_GROUPS | low & 0x7f_ffff : IPV6_GROUPS | low & 0xffff_ffffL;
    }

    /** The MAC address of a port in a synthesised frame: {@code 02:00} and the last four bytes of its GID. */
    public static long mac(long low) {
        return LOCALLY_ADMINISTERED | low & 0xffff_ffffL;
    }
}
