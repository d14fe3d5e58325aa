package dev.fenestra.hw.sim.hca.number;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.Patience;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadySetTest {
    private static final int THREADS = 4;
    private static final int ADDS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4096, 5000, 300_000})
    void shouldBehaveAsASortedSet(int capacity) {
        Random random = new Random(capacity);
        ReadySet set = new ReadySet(capacity);
        TreeSet<Integer> model = new TreeSet<>();
        for (int step = 0; step < 20_000; step++) {
            int number = random.nextInt(capacity);
            int draw = random.nextInt(5);
            if (draw < 2) {
                if (draw == 0) {
                    set.addOwn(number);
                } else {
                    set.add(number);
                }
                model.add(number);
            } else {
                int from = random.nextBoolean() ? 0 : number;
                Integer expected = model.ceiling(from);
                assertEquals(expected == null ? -1 : expected, set.takeFrom(from), "from " + from);
                if (expected != null) {
                    model.remove(expected);
                }
            }
            assertEquals(model.isEmpty(), set.isEmpty());
        }
    }

    @Test
    void shouldFindNothingBehindItsEnd() {
        ReadySet set = new ReadySet(128);
        set.add(127);
        assertEquals(-1, set.takeFrom(128));
        assertEquals(127, set.takeFrom(127));
        assertTrue(set.isEmpty());
    }

    @Test
    void shouldLeaveForTheNextDrainWhatIsAddedWhileDraining() {
        ReadySet set = new ReadySet(256);
        set.add(100);
        int first = set.takeFrom(0);
        set.add(first);
        set.add(3);
        assertEquals(-1, set.takeFrom(first + 1));
        assertFalse(set.isEmpty());
        assertEquals(3, set.takeFrom(0));
        assertEquals(100, set.takeFrom(4));
    }

    /** After every add the number is taken at least once more: no wake-up is lost. */
    @Test
    void shouldLoseNoAddOfOtherThreads() {
        int capacity = 200;
        ReadySet set = new ReadySet(capacity);
        AtomicIntegerArray wanted = new AtomicIntegerArray(capacity);
        AtomicIntegerArray seen = new AtomicIntegerArray(capacity);
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(t);
            threads[t] = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < ADDS; i++) {
                    int number = random.nextInt(capacity);
                    wanted.incrementAndGet(number);
                    set.add(number);
                }
            });
        }
        Patience.until("the threads have added their numbers", () -> {
            drain(set, wanted, seen);
            return !isAlive(threads);
        });
        drain(set, wanted, seen);
        assertTrue(set.isEmpty());
        for (int i = 0; i < capacity; i++) {
            assertEquals(wanted.get(i), seen.get(i), "number " + i);
        }
    }

    private static boolean isAlive(Thread[] threads) {
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                return true;
            }
        }
        return false;
    }

    private static void drain(ReadySet set, AtomicIntegerArray wanted, AtomicIntegerArray seen) {
        for (int n = set.takeFrom(0); n >= 0; n = set.takeFrom(n + 1)) {
            seen.set(n, wanted.get(n));
        }
    }
}
