package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A message that a program sends to RDMA netlink.
 *
 * @param type client and command
 * @param flags {@code NLM_F_DUMP} and so on
 * @param sequence the answers repeat it
 * @param attributes by number
 * @param header the first 16 bytes, which a refusal repeats
 */
record NetlinkRequest(int type, int flags, int sequence, Map<Integer, ByteBuffer> attributes, ByteBuffer header) {
    static final int HEADER_BYTES = 16;
    static final int ACKNOWLEDGE = 0x4;
    static final int DUMP = 0x300;
    /** The upper bits of an attribute's type are flags. */
    private static final int TYPE = 0x3fff;

    private static final int ATTRIBUTE_BYTES = 4;

    /**
     * Reads the first message of a datagram.
     *
     * @throws IOException when the bytes are no message
     */
    static NetlinkRequest read(ByteBuffer datagram) throws IOException {
        ByteBuffer bytes = datagram.duplicate().order(ByteOrder.nativeOrder());
        if (bytes.remaining() < HEADER_BYTES || bytes.getInt(0) < HEADER_BYTES || bytes.getInt(0) > bytes.remaining()) {
            throw new IOException("a netlink message of " + bytes.remaining() + " bytes");
        }
        bytes.limit(bytes.getInt(0));
        Map<Integer, ByteBuffer> attributes = new HashMap<>();
        for (int at = HEADER_BYTES; at + ATTRIBUTE_BYTES <= bytes.limit(); ) {
            int length = bytes.getShort(at) & 0xffff;
            if (length < ATTRIBUTE_BYTES || at + length > bytes.limit()) {
                throw new IOException("a netlink attribute of " + length + " bytes");
            }
            ByteBuffer value =
                    bytes.slice(at + ATTRIBUTE_BYTES, length - ATTRIBUTE_BYTES).order(ByteOrder.nativeOrder());
            attributes.put(bytes.getShort(at + 2) & TYPE, value);
            at += aligned(length);
        }
        return new NetlinkRequest(
                bytes.getShort(4) & 0xffff,
                bytes.getShort(6) & 0xffff,
                bytes.getInt(8),
                attributes,
                bytes.slice(0, HEADER_BYTES));
    }

    /** {@return where the next attribute begins} */
    static int aligned(int length) {
        return length + 3 & -4;
    }

    boolean isDump() {
        return (flags & DUMP) == DUMP;
    }

    boolean wantsAcknowledgement() {
        return (flags & ACKNOWLEDGE) != 0;
    }

    /** {@return an attribute of 32 bits, if it is there} */
    OptionalInt number(NetlinkAttribute attribute) {
        ByteBuffer value = attributes.get(attribute.code());
        return value == null || value.remaining() < Integer.BYTES
                ? OptionalInt.empty()
                : OptionalInt.of(value.getInt(0));
    }

    /** {@return a text, without its end; empty when it is not there} */
    String text(NetlinkAttribute attribute) {
        ByteBuffer value = attributes.get(attribute.code());
        return value == null
                ? ""
                : StandardCharsets.US_ASCII.decode(value.duplicate()).toString().replace("\0", "");
    }
}
