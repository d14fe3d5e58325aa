package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.vocabulary.Errno;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A message on the socket or in a {@link CallBox}, in the layout of {@code connections.h}.
 *
 * @param kind of a greeting, a call or a question; in an answer the errno, or 0. A question on a line of calls has the
 *     negative of its kind, so that the program knows it from the answer
 * @param a and the next two: numbers whose meaning depends on the kind
 * @param bytes what follows
 */
record Message(int kind, long a, long b, long c, ByteBuffer bytes) {
    static final int HEAD_BYTES = 32;

    static final int HELLO_SERVICE = 0x46534e01;
    static final int HELLO_CALLS = 0x46534e02;
    static final int HELLO_EVENTS = 0x46534e03;
    static final int HELLO_FILE = 0x46534e04;
    static final int HELLO_CONNECTIONS = 0x46534e05;
    static final int HELLO_COUNTERS = 0x46534e06;
    static final int HELLO_NETLINK = 0x46534e07;
    static final int HELLO_CHECK = 0x46534e08;
    static final int HELLO_FINDINGS = 0x46534e09;

    static final int CALL_IOCTL = 1;
    static final int CALL_MAP = 2;
    static final int CALL_SHARE = 3;
    static final int CALL_WRITE = 4;
    static final int CALL_CHANGED = 5;
    static final int CALL_REFUSED = 6;

    static final int ASK_AREAS = 1;
    static final int ASK_MOVE = 2;
    static final int ASK_EVENTS = 3;
    static final int ASK_RECALL = 4;
    static final int ASK_READ = 5;
    static final int ASK_FILE = 6;
    static final int ASK_RETURN = 7;
    static final int ASK_STORABLE = 8;

    /** Address and length, before each piece of bytes that the answer to a call stores. */
    static final int STORE_BYTES = 16;

    Message(int kind, long a, long b, long c) {
        this(kind, a, b, c, allocate(0));
    }

    static Message answer(Errno errno) {
        return new Message(errno.code(), 0, 0, 0);
    }

    /** {@return this answer to a call, which also says whether a device uses memory of the program on demand} */
    Message withFollowed(boolean isFollowed) {
        return new Message(kind, a, isFollowed ? 1 : 0, c, bytes);
    }

    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a message.
     *
     * @param longest bytes that may follow
     * @throws EOFException when the other side has gone
     * @throws IOException when the bytes are no message
     */
    static Message read(ReadableByteChannel from, int longest) throws IOException {
        ByteBuffer head = read(from, allocate(HEAD_BYTES));
        int length = head.getInt() - HEAD_BYTES;
        if (length < 0 || length > longest) {
            throw new IOException("a message of " + length + " bytes more");
        }
        int kind = head.getInt();
        return new Message(kind, head.getLong(), head.getLong(), head.getLong(), read(from, allocate(length)));
    }

    private static ByteBuffer read(ReadableByteChannel from, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                throw new EOFException();
            }
        }
        return buffer.flip();
    }

    void write(WritableByteChannel to) throws IOException {
        int length = HEAD_BYTES + bytes.remaining();
        ByteBuffer all = allocate(length)
                .putInt(length)
                .putInt(kind)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .put(bytes.duplicate())
                .flip();
        while (all.hasRemaining()) {
            to.write(all);
        }
    }
}
