package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;

/**
 * Who sent a datagram, and to which GID: the 40 octets before it hold an IPv6 header, or an IPv4 header in the last 20
 * (IBA annex A17, 5.4).
 *
 * @param source GID of the sender
 * @param destination GID that it was sent to
 */
record GsiHeader(Gid source, Gid destination) {
    private static final int VERSION_SHIFT = 4;
    private static final int VERSION_6 = 6;
    private static final int IPV6_SOURCE = 8;
    private static final int IPV6_DESTINATION = 24;
    private static final int IPV4_SOURCE = 32;
    private static final int IPV4_DESTINATION = 36;

    static GsiHeader of(byte[] received) {
        ByteBuffer header = ByteBuffer.wrap(received);
        if ((header.get(0) & 0xff) >>> VERSION_SHIFT == VERSION_6) {
            return new GsiHeader(
                    new Gid(header.getLong(IPV6_SOURCE), header.getLong(IPV6_SOURCE + Long.BYTES)),
                    new Gid(header.getLong(IPV6_DESTINATION), header.getLong(IPV6_DESTINATION + Long.BYTES)));
        }
        return new GsiHeader(Gid.ofIpv4(header.getInt(IPV4_SOURCE)), Gid.ofIpv4(header.getInt(IPV4_DESTINATION)));
    }
}
