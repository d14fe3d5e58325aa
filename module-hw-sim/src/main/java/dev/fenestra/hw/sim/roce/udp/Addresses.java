package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** IP addresses as GIDs and back: IPv4 is mapped, IPv6 is itself. */
public final class Addresses {
    private static final int GID_BYTES = 16;

    private Addresses() {}

    /** Refuses, with {@link IllegalArgumentException}, a name that has no address. */
    static void checkResolved(InetSocketAddress place) {
        if (place.isUnresolved()) {
            throw new IllegalArgumentException(place + " has no address");
        }
    }

    /**
     * {@return the GID of an address: IPv4-mapped, or the IPv6 address itself}
     *
     * @param address of 4 or 16 bytes
     */
    public static PortGid gid(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == GID_BYTES
                ? new PortGid(bytes.getLong(), bytes.getLong())
                : PortGid.ofIpv4(bytes.getInt());
    }

    /**
     * {@return the address that a GID stands for}
     *
     * @param gid any GID
     */
    public static InetAddress address(PortGid gid) {
        byte[] bytes = PortGid.isIpv4(gid.high(), gid.low())
                ? ByteBuffer.allocate(Integer.BYTES).putInt((int) gid.low()).array()
                : ByteBuffer.allocate(GID_BYTES)
                        .putLong(gid.high())
                        .putLong(gid.low())
                        .array();
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes is always known", e);
        }
    }
}
