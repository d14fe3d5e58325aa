package dev.fenestra.ib.core.cm;

import dev.fenestra.ib.core.vocabulary.Gid;

/**
 * An IP address and a port.
 *
 * @param ip IPv6, or IPv4 as {@code ::ffff:a.b.c.d}
 * @param port 0 to 65535; 0 for none yet
 */
public record CmAddress(Gid ip, int port) {
    private static final Gid ANY_IPV4 = Gid.ofIpv4(0);
    private static final Gid ANY_IPV6 = new Gid(0, 0);
    private static final Gid LOOPBACK_IPV6 = new Gid(0, 1);
    private static final int LOOPBACK_NET = 127;
    private static final int IPV4_NET_SHIFT = 24;

    /**
     * {@return an IPv4 address and a port}
     *
     * @param address in network order, for example {@code 0x0a000001} for 10.0.0.1
     * @param port 0 to 65535
     */
    public static CmAddress ofIpv4(int address, int port) {
        return new CmAddress(Gid.ofIpv4(address), port);
    }

    /**
     * {@return all IPv4 addresses of the host, and a port}
     *
     * @param port 0 to 65535
     */
    public static CmAddress anyIpv4(int port) {
        return new CmAddress(ANY_IPV4, port);
    }

    /**
     * {@return all addresses of the host, and a port}
     *
     * @param port 0 to 65535
     */
    public static CmAddress anyIpv6(int port) {
        return new CmAddress(ANY_IPV6, port);
    }

    /**
     * {@return whether it stands for all addresses of the host} Loopback addresses do, too (cma_any_addr of Linux): no
     * device has one.
     */
    public boolean isAny() {
        return ip.equals(ANY_IPV4) || ip.equals(ANY_IPV6) || isLoopback();
    }

    /** Whether it is one of 127.0.0.0/8, or ::1. */
    private boolean isLoopback() {
        return isIpv4() ? (ip.low() >>> IPV4_NET_SHIFT & 0xff) == LOOPBACK_NET : ip.equals(LOOPBACK_IPV6);
    }

    /** {@return whether it is an IPv4 address} */
    public boolean isIpv4() {
        return ip.isIpv4();
    }

    /**
     * {@return the same address with another port}
     *
     * @param number 0 to 65535
     */
    public CmAddress withPort(int number) {
        return new CmAddress(ip, number);
    }

    @Override
    public String toString() {
        return "[" + ip + "]:" + port;
    }
}
