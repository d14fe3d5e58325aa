package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Tests that hang fail, others do as they would. */
class NoHangTest {
    private static final Duration LIMIT = Duration.ofMillis(200);

    @Test
    void shouldRunATestOnAThreadOfItsOwn() throws Throwable {
        Thread[] ran = new Thread[1];
        NoHang.run(
                () -> {
                    ran[0] = Thread.currentThread();
                    return null;
                },
                "a test",
                LIMIT);
        assertTrue(ran[0] != Thread.currentThread() && ran[0].getName().equals("a test"));
    }

    @Test
    void shouldThrowWhatATestThrows() {
        IOException thrown = new IOException("on purpose");
        assertSame(
                thrown,
                assertThrows(
                        IOException.class,
                        () -> NoHang.run(
                                () -> {
                                    throw thrown;
                                },
                                "a test",
                                LIMIT)));
    }

    @Test
    void shouldFailWithTheWordsOfTheWatchdogWhenATestHangs() {
        AssertionError named = assertThrows(AssertionError.class, () -> NoHang.run(this::hang, "a test", LIMIT));
        String text = named.getMessage();
        assertTrue(text.contains("a test waits for a lock (java.util.concurrent.locks.ReentrantLock$"), text);
        assertTrue(text.contains("; the other owes it"), text);
        assertTrue(text.contains("the other waits for a lock"), text);
        assertTrue(text.contains("Those who could end it wait themselves."), text);
    }

    /** Two threads take two locks in another order. */
    private Void hang() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Thread.ofPlatform().daemon().name("the other").start(() -> lock(other, one, both));
        lock(one, other, both);
        throw new IllegalStateException("there is no hang");
    }

    private static void lock(ReentrantLock first, ReentrantLock second, CountDownLatch both) {
        first.lock();
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        second.lock();
    }
}
