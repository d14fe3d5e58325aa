package dev.fenestra.tools.bridge;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Datagrams of RDMA netlink for one program. */
final class NetlinkAnswer {
    private static final int ERROR = 2;
    private static final int DONE = 3;
    private static final int MULTI = 0x2;
    private static final int NESTED = 0x8000;
    private static final int MOST = 1 << 15;
    /** Messages of a dump share datagrams of this size, for which all programs have room. */
    private static final int SHARED = 1 << 12;

    private final NetlinkRequest request;
    private final int port;
    private final List<ByteArrayOutputStream> datagrams = new ArrayList<>();
    private final ByteBuffer message = ByteBuffer.allocate(MOST).order(ByteOrder.nativeOrder());

    /**
     * Makes an answer without messages.
     *
     * @param port of the program's socket
     */
    NetlinkAnswer(NetlinkRequest request, int port) {
        this.request = request;
        this.port = port;
    }

    /** Begins a message, one of many in a dump. */
    NetlinkAnswer begin() {
        return begin(request.type(), request.isDump() ? MULTI : 0);
    }

    private NetlinkAnswer begin(int type, int flags) {
        message.clear()
                .putInt(0)
                .putShort((short) type)
                .putShort((short) flags)
                .putInt(request.sequence())
                .putInt(port);
        return this;
    }

    /** Ends a message. */
    void end() {
        message.putInt(0, message.position());
        boolean isShared =
                request.isDump() && !datagrams.isEmpty() && datagrams.getLast().size() + message.position() <= SHARED;
        if (!isShared) {
            datagrams.add(new ByteArrayOutputStream());
        }
        datagrams.getLast().write(message.array(), 0, message.position());
    }

    /** Ends a dump. */
    void done() {
        begin(DONE, MULTI);
        message.putInt(0);
        end();
    }

    /** Refuses the request, or acknowledges it with 0. */
    void error(int errno) {
        begin(ERROR, 0);
        message.putInt(-errno).put(request.header().duplicate());
        end();
    }

    /** {@return the datagrams, and before each its length} */
    ByteBuffer bytes() {
        int total = datagrams.stream().mapToInt(it -> it.size() + Integer.BYTES).sum();
        ByteBuffer all = ByteBuffer.allocate(total).order(ByteOrder.nativeOrder());
        datagrams.forEach(datagram -> all.putInt(datagram.size()).put(datagram.toByteArray()));
        return all.flip();
    }

    NetlinkAnswer u8(NetlinkAttribute attribute, int value) {
        return put(attribute, new byte[] {(byte) value});
    }

    NetlinkAnswer u32(NetlinkAttribute attribute, int value) {
        return put(
                attribute,
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putInt(value)
                        .array());
    }

    NetlinkAnswer u64(NetlinkAttribute attribute, long value) {
        return put(
                attribute,
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(value)
                        .array());
    }

    NetlinkAnswer text(NetlinkAttribute attribute, String value) {
        return put(attribute, (value + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    private NetlinkAnswer put(NetlinkAttribute attribute, byte[] value) {
        message.putShort((short) (value.length + 4)).putShort((short) attribute.code());
        message.put(value);
        message.position(NetlinkRequest.aligned(message.position()));
        return this;
    }

    /** Adds an attribute that has attributes. */
    NetlinkAnswer nest(NetlinkAttribute attribute, Runnable contents) {
        int at = message.position();
        message.putShort((short) 0).putShort((short) (attribute.code() | NESTED));
        contents.run();
        message.putShort(at, (short) (message.position() - at));
        return this;
    }
}
