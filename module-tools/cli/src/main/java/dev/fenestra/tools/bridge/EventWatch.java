package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.inspection.Wait;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notices when programs close descriptors for events. Such a connection carries events to the program and nothing back.
 * One that does carry something back is closed, so no program keeps the watch busy.
 */
final class EventWatch implements AutoCloseable {
    private final Selector selector;
    /** Connections that were given to this watch. */
    private final AtomicInteger given = new AtomicInteger();
    /** Those of them that the selector knew when its wait began. */
    private volatile int known;

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
        given.incrementAndGet();
        selector.wakeup();
    }

    private void run() {
        ByteBuffer unused = ByteBuffer.allocate(64);
        try (Wait _ = Wait.sleeping(ends())) {
            while (selector.isOpen()) {
                known = given.get();
                selector.select(key -> look(key, unused.clear()));
            }
        } catch (ClosedSelectorException | IOException closed) {
            // Nothing is watched any more.
        }
    }

    private Owed ends() {
        return new Owed(
                "connections for events",
                "until one is closed, or a new one comes",
                "each program",
                () -> known != given.get(),
                selector::isOpen,
                () -> given.get() + " have come");
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
