package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** What all connections have in common. */
final class Sockets {
    private Sockets() {}

    /** Closes a connection that is of no more use. */
    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException unused) {
            // It is of no more use either way.
        }
    }
}
