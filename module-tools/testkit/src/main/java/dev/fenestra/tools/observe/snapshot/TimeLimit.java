package dev.fenestra.tools.observe.snapshot;

import java.io.IOException;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes a channel that is not done in time. A thread that reads or writes it then gets an AsynchronousCloseException.
 */
final class TimeLimit implements AutoCloseable {
    private final Channel channel;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean isOver;

    private TimeLimit(Channel channel) {
        this.channel = channel;
    }

    /** From now on. */
    static TimeLimit on(Channel channel, Duration limit) {
        TimeLimit started = new TimeLimit(channel);
        Thread.ofPlatform().daemon().name("fenestra-attach-limit").start(() -> started.watch(limit));
        return started;
    }

    private void watch(Duration limit) {
        try {
            if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                isOver = true;
                channel.close();
            }
        } catch (InterruptedException | IOException nobodyIsLeftToTell) {
            isOver = true;
        }
    }

    /** Whether it has ended what it watched. */
    boolean isOver() {
        return isOver;
    }

    @Override
    public void close() {
        done.countDown();
    }
}
