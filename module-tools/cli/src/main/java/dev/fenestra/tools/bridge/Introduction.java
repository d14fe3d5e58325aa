package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * How a connection introduces itself.
 *
 * @param kind {@link Message#HELLO_SERVICE} and so on
 * @param pid of the program
 * @param number of a descriptor, that of its file of pages; of the device, or of the event file; for calls the place of
 *     the {@link CallBox} in the file of pages
 * @param file number by which calls name the file of this connection
 * @param host where the program runs; empty for the first
 */
record Introduction(int kind, int pid, long number, long file, String host) {
    private static final int LONGEST_HOST = 255;

    /** {@link IOException} when the message is no greeting. */
    static Introduction read(SocketChannel from) throws IOException {
        Message said = Message.read(from, LONGEST_HOST);
        String host = StandardCharsets.UTF_8.decode(said.bytes()).toString();
        return new Introduction(said.kind(), (int) said.b(), said.a(), said.c(), host);
    }
}
