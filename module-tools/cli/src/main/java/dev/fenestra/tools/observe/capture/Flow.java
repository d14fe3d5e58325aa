package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * All packets from one address to one QP.
 *
 * @param source address of the sender
 * @param destination address of the receiver
 * @param qpn the receiving QP
 */
public record Flow(PortGid source, PortGid destination, int qpn) {

    /** Whether another flow may be the other direction of this one. */
    boolean isOpposite(Flow other) {
        return source.equals(other.destination) && destination.equals(other.source);
    }

    @Override
    public String toString() {
        return String.format("%s -> %s QP 0x%06x", text(source), text(destination), qpn);
    }

    private static String text(PortGid gid) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(gid.high())
                .putLong(gid.low())
                .array();
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }
}
