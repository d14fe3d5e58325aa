package dev.fenestra.ib.core.vocabulary;

/** A 128-bit port address, big-endian in two words. RoCEv2 carries IPv4 addresses as {@code ::ffff:a.b.c.d}. */
public record Gid(long high, long low) {
    private static final long IPV4_MAPPED = 0x0000ffff00000000L;

    /** The IPv4-mapped GID of an address in network order, for example {@code 0x0a000001} for 10.0.0.1. */
    public static Gid ofIpv4(int address) {
        return new Gid(0, IPV4_MAPPED | address & 0xffffffffL);
    }

    public boolean isIpv4() {
        return high == 0 && (low & 0xffffffff00000000L) == IPV4_MAPPED;
    }

    @Override
    public String toString() {
        return isIpv4()
                ? String.format(
                        "::ffff:%d.%d.%d.%d", low >>> 24 & 0xff, low >>> 16 & 0xff, low >>> 8 & 0xff, low & 0xff)
                : String.format("%016x:%016x", high, low);
    }
}
