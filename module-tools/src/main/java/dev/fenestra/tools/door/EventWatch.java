package dev.fenestra.tools.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Notices when programs close descriptors for events. Such a connection carries events to the program and nothing back.
 * One that does carry something back is closed, so no program keeps the watch busy.
 */
final class EventWatch implements AutoCloseable {
    private final Selector selector;

    private EventWatch(Selector selector) {
        this.selector = selector;
    }

    static EventWatch start() throws IOException {
        EventWatch watch = new EventWatch(Selector.open());
        Thread.ofPlatform().daemon().name("fenestra-events").start(watch::run);
        return watch;
    }

    /**
     * Watches a connection.
     *
     * @param channel that is not blocking
     * @param ended runs once, on the thread of this watch, after the connection was closed
     */
    void watch(SocketChannel channel, Runnable ended) throws IOException {
        channel.register(selector, SelectionKey.OP_READ, ended);
        selector.wakeup();
    }

    private void run() {
        ByteBuffer unused = ByteBuffer.allocate(64);
        try {
            while (selector.isOpen()) {
                selector.select(key -> look(key, unused.clear()));
            }
        } catch (ClosedSelectorException | IOException closed) {
            // Nothing is watched any more.
        }
    }

    private static void look(SelectionKey key, ByteBuffer unused) {
        if (key.channel() instanceof SocketChannel channel && hasEnded(channel, unused)) {
            key.cancel();
            Sockets.close(channel);
            if (key.attachment() instanceof Runnable ended) {
                ended.run();
            }
        }
    }

    private static boolean hasEnded(SocketChannel channel, ByteBuffer unused) {
        try {
            return channel.read(unused) != 0;
        } catch (IOException cut) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
