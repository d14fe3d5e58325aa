package dev.fenestra.hw.sim.hca.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyPoolTest {
    private static final int FIRST = 0x10;
    private static final int LIMIT = 64;

    private static KeyPool sequential() {
        return new KeyPool(LIMIT, new KeyPolicy.Sequential());
    }

    private static KeyPool random(long seed) {
        return new KeyPool(LIMIT, new KeyPolicy.Random(seed));
    }

    @Test
    void shouldHandOutFreshIndexesInOrder() {
        KeyPool pool = sequential();
        for (int i = FIRST; i < LIMIT; i++) {
            assertEquals(i, pool.take());
            assertEquals(0, pool.tagFor(i));
        }
        assertEquals(KeyPool.NONE, pool.take());
    }

    @Test
    void shouldReuseTheOldestIndexFirstWithTheNextTag() {
        KeyPool pool = sequential();
        int first = pool.take();
        int second = pool.take();
        pool.free(second, 0x41, false);
        pool.free(first, 0xff, false);
        assertEquals(second, pool.take());
        assertEquals(0x42, pool.tagFor(second));
        assertEquals(first, pool.take());
        assertEquals(0, pool.tagFor(first));
        assertEquals(second + 1, pool.take());
    }

    @Test
    void shouldNotGoBackWithATagThatAnOwnerHasChosen() {
        KeyPool pool = sequential();
        int index = pool.take();
        pool.free(index, 0x02, true);
        assertEquals(index, pool.take());
        assertEquals(0x03, pool.tagFor(index), "after a tag ahead");

        pool.free(index, 0x00, true);
        assertEquals(index, pool.take());
        assertEquals(0x04, pool.tagFor(index), "after a tag behind");
    }

    /** A type-1 window takes a tag for each bind: 200 binds later its tag is ahead, and not behind. */
    @Test
    void shouldGoOnAfterTheLastTagThatTheDeviceHasGiven() {
        KeyPool pool = sequential();
        int index = pool.take();
        pool.free(index, 200, false);
        assertEquals(index, pool.take());
        assertEquals(201, pool.tagFor(index));
    }

    @Test
    void shouldPickEachIndexOnceAtRandomUntilNoneIsLeft() {
        KeyPool pool = random(1);
        Set<Integer> seen = new HashSet<>();
        List<Integer> order = new ArrayList<>();
        for (int i = FIRST; i < LIMIT; i++) {
            int index = pool.take();
            assertTrue(index >= FIRST && index < LIMIT);
            assertTrue(seen.add(index));
            order.add(index);
        }
        assertEquals(KeyPool.NONE, pool.take());
        assertNotEquals(order.stream().sorted().toList(), order);
        pool.free(order.get(7), 3, false);
        assertEquals(order.get(7), pool.take());
    }

    @Test
    void shouldHandOutListedKeysFirstAndThenGoOnInOrder() {
        KeyPool pool = new KeyPool(LIMIT, new KeyPolicy.Listed(List.of(0x11_a5, 0x03_00)));

        assertEquals(0x11, pool.take());
        assertEquals(0xa5, pool.tagFor(0x11));
        pool.free(0x11, 0xa5, false);
        assertEquals(0x03, pool.take());
        assertEquals(0x00, pool.tagFor(0x03));
        assertEquals(0x11, pool.take());
        assertEquals(0xa6, pool.tagFor(0x11));
        assertEquals(0x10, pool.take());
        assertEquals(0x12, pool.take());
    }

    @Test
    void shouldRefuseAListOfKeysThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> new KeyPolicy.Listed(List.of(0x100)));
        assertThrows(IllegalArgumentException.class, () -> new KeyPolicy.Listed(List.of(0x42)));
        assertThrows(IllegalArgumentException.class, () -> new KeyPolicy.Listed(List.of(0x1101, 0x1102)));
        KeyPolicy beyond = new KeyPolicy.Listed(List.of(LIMIT << 8));
        assertThrows(IllegalArgumentException.class, () -> new KeyPool(LIMIT, beyond));
    }

    @Test
    void shouldGiveTheSameKeysForTheSameSeed() {
        assertEquals(keys(random(42)), keys(random(42)));
        assertNotEquals(keys(random(42)), keys(random(43)));
    }

    private static List<Integer> keys(KeyPool pool) {
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int index = pool.take();
            keys.add(index << 8 | pool.tagFor(index));
            if (i % 3 == 0) {
                pool.free(index, pool.tagFor(index), false);
            }
        }
        return keys;
    }
}
