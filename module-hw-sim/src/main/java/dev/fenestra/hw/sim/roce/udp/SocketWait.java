package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits in the kernel for a datagram. The system wakes the waiting thread as soon as one arrives. */
final class SocketWait implements WaitPoint, AutoCloseable {
    /** A selector counts in milliseconds. Shorter waits are naps of this length, nanoseconds. */
    private static final long NAP_NANOS = 50_000;

    private final Selector selector;

    private SocketWait(Selector selector) {
        this.selector = selector;
    }

    /** For a channel that does not block. */
    static SocketWait on(AbstractSelectableChannel channel) throws IOException {
        Selector selector = channel.provider().openSelector();
        channel.register(selector, SelectionKey.OP_READ);
        return new SocketWait(selector);
    }

    @Override
    public void await(long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        if (millis == 0 || !select(millis)) {
            LockSupport.parkNanos(Math.min(nanos, NAP_NANOS));
        }
    }

    /** False when the selector no longer works. */
    private boolean select(long millis) {
        try {
            selector.select(SocketWait::ignore, millis);
            return true;
        } catch (IOException | ClosedSelectorException e) {
            return false;
        }
    }

    /** The thread that drives the fabric takes the datagrams. */
    private static void ignore(SelectionKey key) {}

    @Override
    public void wake(Thread sleeper) {
        selector.wakeup();
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
