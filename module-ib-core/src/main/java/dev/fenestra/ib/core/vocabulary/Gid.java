package dev.fenestra.ib.core.vocabulary;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A 128-bit port address, big-endian in two words. RoCEv2 carries IPv4 addresses as {@code ::ffff:a.b.c.d}.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record Gid(long high, long low) {
    /** The address of nobody, {@code ::}; an empty entry of a GID table. */
    public static final Gid UNSPECIFIED = new Gid(0, 0);

    private static final int GROUPS = 8;
    private static final long IPV4_MAPPED = 0x0000ffff00000000L;

    /**
     * {@return the IPv4-mapped GID of an address in network order, for example {@code 0x0a000001} for 10.0.0.1}
     *
     * @param address the address as a number, its first octet in the highest byte
     */
    public static Gid ofIpv4(int address) {
        return new Gid(0, IPV4_MAPPED | address & 0xffffffffL);
    }

    /** {@return whether it is {@link #UNSPECIFIED}} */
    public boolean isUnspecified() {
        return high == 0 && low == 0;
    }

    /** {@return whether it stands for an IPv4 address ({@code ::ffff:a.b.c.d})} */
    public boolean isIpv4() {
        return high == 0 && (low & 0xffffffff00000000L) == IPV4_MAPPED;
    }

    /** {@return a group of ports: {@code ff00::/8}, or an IPv4 address from 224.0.0.0 to 239.255.255.255} */
    public boolean isMulticast() {
        return isIpv4() ? (low >>> 28 & 0xf) == 0xe : high >>> 56 == 0xff;
    }

    /** As an IPv6 address in the usual short form (RFC 5952). */
    @Override
    public String toString() {
        return isIpv4()
                ? String.format(
                        "::ffff:%d.%d.%d.%d", low >>> 24 & 0xff, low >>> 16 & 0xff, low >>> 8 & 0xff, low & 0xff)
                : ipv6();
    }

    private String ipv6() {
        int zerosAt = 0;
        int zeros = 1;
        for (int at = 0; at < GROUPS; at++) {
            int run = zerosFrom(at);
            if (run > zeros) {
                zerosAt = at;
                zeros = run;
            }
        }
        return zeros < 2 ? groups(0, GROUPS) : groups(0, zerosAt) + "::" + groups(zerosAt + zeros, GROUPS);
    }

    private int zerosFrom(int at) {
        int end = at;
        while (end < GROUPS && group(end) == 0) {
            end++;
        }
        return end - at;
    }

    private String groups(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(at -> Integer.toHexString(group(at)))
                .collect(Collectors.joining(":"));
    }

    private int group(int at) {
        long half = at < GROUPS / 2 ? high : low;
        return (int) (half >>> Short.SIZE * (GROUPS / 2 - 1 - at % (GROUPS / 2))) & 0xffff;
    }
}
