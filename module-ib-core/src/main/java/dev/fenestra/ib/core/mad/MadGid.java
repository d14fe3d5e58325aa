package dev.fenestra.ib.core.mad;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.nio.ByteBuffer;

/**
 * A GID, or an IP address, of 16 octets.
 *
 * @param name in the words of IBA
 * @param octet of the datagram at which it begins
 */
public record MadGid(String name, int octet) implements MadItem {

    /**
     * {@return the GID}
     *
     * @param mad the datagram
     */
    public Gid get(byte[] mad) {
        ByteBuffer octets = ByteBuffer.wrap(mad);
        return new Gid(octets.getLong(octet), octets.getLong(octet + Long.BYTES));
    }

    /**
     * Writes the GID.
     *
     * @param mad the datagram
     * @param gid its 16 octets
     */
    public void set(byte[] mad, Gid gid) {
        ByteBuffer.wrap(mad).putLong(octet, gid.high()).putLong(octet + Long.BYTES, gid.low());
    }

    @Override
    public int firstBit() {
        return octet * Byte.SIZE;
    }

    @Override
    public int bits() {
        return 2 * Long.SIZE;
    }
}
