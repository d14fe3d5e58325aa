package dev.fenestra.tools.observe.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.tools.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Which waits a watchdog names, and when. Its looks are at times of the test. */
class HangWatchdogTest {
    private static final long SECOND = 1_000_000_000;
    private static final String OBJECT = "object of HangWatchdogTest";

    private final List<Waiting> waiting = new ArrayList<>();
    private final List<VainWait> told = new ArrayList<>();
    private final HangWatchdog watchdog = new HangWatchdog(
            new Waiters(Optional.empty(), waiting::stream), Duration.ofSeconds(3), Duration.ofSeconds(1), told::add);

    /** What an object of this test waits for. */
    private record Thing(boolean isHere, boolean canCome, List<Thread> debtors) implements Awaited {
        @Override
        public String object() {
            return OBJECT;
        }

        @Override
        public String what() {
            return "for a thing";
        }

        @Override
        public String debtor() {
            return "somebody";
        }

        @Override
        public String lastEvent() {
            return "an order";
        }
    }

    private void waits(boolean isHere, boolean canCome, Object key) {
        waiting.clear();
        waiting.add(Waiting.of("a program", new Thing(isHere, canCome, List.of()), key));
    }

    /** Findings about objects of this test; others may be left by other tests. */
    private List<VainWait.Reason> found() {
        return told.stream()
                .filter(one -> one.waiting().object().equals(OBJECT))
                .map(VainWait::reason)
                .toList();
    }

    private void look(int... seconds) {
        for (int second : seconds) {
            watchdog.look(second * SECOND);
        }
    }

    @Test
    void shouldNameOnceWhatHasHappenedAndIsWaitedForAllTheSame() {
        waits(true, true, "key");
        look(1, 2, 3);
        assertEquals(List.of(), found());
        look(4, 5, 6);
        assertEquals(List.of(VainWait.Reason.HERE), found());
        String text = watchdog.findings().getFirst().text();
        assertTrue(text.startsWith("A wait in vain since "), text);
        assertTrue(
                text.endsWith(", for 3.0 s: a program waits for a thing (" + OBJECT
                        + "); somebody owes it; last: an order. It has happened already."),
                text);
        assertTrue(watchdog.text().contains(text), watchdog::text);
    }

    @Test
    void shouldNameWhatNobodyCanEnd() {
        waits(false, false, "key");
        look(1, 2, 3, 4);
        assertEquals(List.of(VainWait.Reason.NOBODY), found());
    }

    @Test
    void shouldNameNobodyWhoWaitsForSomethingThatCanCome() {
        waits(false, true, "key");
        look(1, 2, 3, 4, 5, 6);
        assertEquals(List.of(), found());
        assertTrue(watchdog.text().contains("a program waits for a thing"), watchdog::text);
        assertTrue(watchdog.text().endsWith("Nobody waits in vain.\n"), watchdog::text);
    }

    @Test
    void shouldBeginAnewWhenSomethingHasMoved() {
        waits(true, true, "key");
        look(1, 2, 3);
        waits(true, true, "another key");
        look(4, 5, 6);
        waits(false, true, "another key");
        look(7);
        waits(true, true, "another key");
        look(8, 9);
        assertEquals(List.of(), found());
    }

    /** Two looks far apart: perhaps the whole machine stood still. */
    @Test
    void shouldNameNobodyAfterTwoLooks() {
        waits(true, true, "key");
        look(1, 100);
        assertEquals(List.of(), found());
    }

    @Test
    void shouldTakeWhatIsGoneForAWaitThatEndsSoon() {
        Awaited gone = new Awaited() {
            @Override
            public String object() {
                return OBJECT;
            }

            @Override
            public String what() {
                return "for a page";
            }

            @Override
            public String debtor() {
                return "nobody";
            }

            @Override
            public boolean isHere() {
                throw new InternalError("the file is shorter");
            }
        };
        waiting.add(Waiting.of("a program", gone, "key"));
        look(1, 2, 3, 4, 5);
        assertEquals(List.of(), found());
    }

    @Test
    void shouldNameThreadsThatWaitForEachOtherByLockAndByWait() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch isLocked = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread blocked = Thread.ofPlatform().daemon().name("blocked").unstarted(() -> {
            awaitLatch(isLocked);
            lock.lock();
            lock.unlock();
        });
        Thread owner = Thread.ofPlatform().daemon().name("owner").start(() -> {
            lock.lock();
            try (Wait _ = Wait.sleeping(new Thing(false, true, List.of(blocked)))) {
                isLocked.countDown();
                awaitLatch(end);
            } finally {
                lock.unlock();
            }
        });
        blocked.start();
        Patience.until(
                "a thread waits for the lock",
                () -> lock.hasQueuedThread(blocked) && blocked.getState() == Thread.State.WAITING);

        look(1, 2, 3, 4);

        assertEquals(List.of(VainWait.Reason.CIRCLE), found());
        assertTrue(
                told.stream()
                        .anyMatch(one -> one.waiting().thread() == blocked
                                && one.text().contains("blocked waits for a lock")
                                && one.text().contains("owner owes it")),
                told::toString);
        end.countDown();
        owner.join();
        blocked.join();
    }

    @Test
    void shouldNotNameAThreadThatWaitsForALockWhoseOwnerWorks() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread blocked = Thread.ofPlatform().daemon().name("patient").start(() -> {
            lock.lock();
            lock.unlock();
        });
        Patience.until("a thread waits for the lock", () -> lock.hasQueuedThread(blocked));
        look(1, 2, 3, 4);
        assertTrue(told.stream().noneMatch(one -> one.waiting().thread() == blocked), told::toString);
        lock.unlock();
        blocked.join();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
