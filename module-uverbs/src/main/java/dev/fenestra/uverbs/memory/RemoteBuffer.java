package dev.fenestra.uverbs.memory;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Memory of a peer, as the peer describes it for remote access.
 *
 * @param address of the first byte under the R_Key
 * @param length bytes, unsigned
 * @param rkey R_Key of a region or a window
 */
public record RemoteBuffer(long address, long length, int rkey) {
    /** Bytes of the encoded form. */
    public static final int BYTES = Long.BYTES + Long.BYTES + Integer.BYTES;

    /**
     * Encodes it for a message to the peer.
     *
     * @return 20 bytes: address, length and key, big-endian
     */
    public byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putLong(address)
                .putLong(length)
                .putInt(rkey)
                .array();
    }

    /**
     * Decodes the result of {@link #encode}. Throws {@link IllegalArgumentException} for another number of bytes.
     *
     * @param encoded 20 bytes
     * @return the buffer that its owner described
     */
    public static RemoteBuffer decode(byte[] encoded) {
        if (encoded.length != BYTES) {
            throw new IllegalArgumentException("a remote buffer has " + BYTES + " bytes, not " + encoded.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        return new RemoteBuffer(buffer.getLong(), buffer.getLong(), buffer.getInt());
    }

    /**
     * {@return the rest from an offset on}
     *
     * @param offset bytes from the beginning
     */
    public RemoteBuffer at(long offset) {
        return slice(offset, length - offset);
    }

    /**
     * {@return a part; it must lie inside, else {@link IndexOutOfBoundsException}}
     *
     * @param offset bytes from the beginning
     * @param count bytes
     */
    public RemoteBuffer slice(long offset, long count) {
        Objects.checkFromIndexSize(offset, count, length < 0 ? Long.MAX_VALUE : length);
        return new RemoteBuffer(address + offset, count, rkey);
    }
}
