package dev.fenestra.tools.door;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** The messages of the socket: numbers of the layouts that {@code shim.c} declares as structures. */
final class Message {
    static final int HELLO_MAGIC = 0x46534e54;
    static final int HELLO_BYTES = 128;
    static final int HOST_OFFSET = 16;

    static final int HELLO_SERVICE = 1;
    static final int HELLO_FILE = 2;
    static final int HELLO_EVENTS = 3;

    static final int CALL_BYTES = 32;
    static final int CALL_IOCTL = 1;
    static final int CALL_MAP = 2;

    static final int RESULT_BYTES = 16;
    static final int ANSWER_BYTES = 16;
    static final int ATTRIBUTE_BYTES = 16;

    static final int QUESTION_BYTES = 24;
    static final int ASK_ADOPT = 1;
    static final int ASK_EVENTS = 2;
    static final int ASK_RECALL = 3;
    static final int REPLY_BYTES = 16;

    private Message() {}

    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads exactly so many bytes. {@link EOFException} when the other side has gone. */
    static ByteBuffer read(ReadableByteChannel from, int bytes) throws IOException {
        ByteBuffer buffer = allocate(bytes);
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                throw new EOFException();
            }
        }
        return buffer.flip();
    }

    static void write(WritableByteChannel to, ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            to.write(message);
        }
    }

    /** The errno by which a connection is answered. */
    static void answer(WritableByteChannel to, int errno) throws IOException {
        write(to, allocate(Integer.BYTES).putInt(errno).flip());
    }
}
