package dev.fenestra.tools.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * How a connection introduces itself.
 *
 * @param kind {@link Message#HELLO_SERVICE} and so on
 * @param pid of the program
 * @param number of the descriptor of its file of pages, of the device, or of the event file
 * @param host where it runs; empty for the first
 */
record Hello(int kind, int pid, int number, String host) {
    /** {@link IOException} for what is no greeting. */
    static Hello read(SocketChannel from) throws IOException {
        ByteBuffer bytes = Message.read(from, Message.HELLO_BYTES);
        if (bytes.getInt() != Message.HELLO_MAGIC) {
            throw new IOException("what connected is not the preloaded library of this version");
        }
        int kind = bytes.getInt();
        int pid = bytes.getInt();
        int number = bytes.getInt();
        byte[] name = new byte[Message.HELLO_BYTES - Message.HOST_OFFSET];
        bytes.get(name);
        int end = 0;
        while (end < name.length && name[end] != 0) {
            end++;
        }
        return new Hello(kind, pid, number, new String(name, 0, end, StandardCharsets.UTF_8));
    }
}
