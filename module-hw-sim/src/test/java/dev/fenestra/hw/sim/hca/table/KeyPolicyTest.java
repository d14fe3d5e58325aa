package dev.fenestra.hw.sim.hca.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.KeyPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every key policy keeps, and what each is for. */
class KeyPolicyTest {
    private static final int FIRST = 0x10;
    private static final int LIMIT = 64;
    private static final int DEVICE = 1 << 22;
    private static final int MANY = 1 << 16;
    private static final long SEED = 13;

    static Stream<String> names() {
        return KeyPolicy.NAMES.stream();
    }

    private static KeyPool pool(int limit, String name) {
        return new KeyPool(limit, KeyPolicy.named(name, SEED));
    }

    private static int takeKey(KeyPool pool) {
        int index = pool.take();
        return index << 8 | pool.tagFor(index);
    }

    private static List<Integer> keys(KeyPolicy policy, int count) {
        KeyPool pool = new KeyPool(DEVICE, policy);
        return Stream.generate(() -> takeKey(pool)).limit(count).toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldNeverHandOutAnIndexThatIsInUse(String name) {
        SplittableRandom random = new SplittableRandom(SEED);
        KeyPool pool = pool(1 << 12, name);
        Set<Integer> alive = new LinkedHashSet<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            if (alive.isEmpty() || random.nextInt(100) < 55) {
                int index = pool.take();
                if (index == KeyPool.NONE) {
                    assertEquals((1 << 12) - FIRST, alive.size(), "refused only when the table is full");
                } else {
                    assertTrue(index >= FIRST && index < 1 << 12, "index " + index);
                    assertTrue(alive.add(index), "index " + index + " is in use");
                    order.add(index);
                }
            } else {
                int index = order.remove(random.nextInt(order.size()));
                alive.remove(index);
                pool.free(index, random.nextInt(256), false);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldFillTheWholeTableAndRefuseThen(String name) {
        KeyPool pool = pool(LIMIT, name);
        Set<Integer> seen = new HashSet<>();
        for (int i = FIRST; i < LIMIT; i++) {
            assertTrue(seen.add(pool.take()));
        }

        assertEquals(KeyPool.NONE, pool.take());

        pool.free(0x20, 7, false);
        assertEquals(0x20, pool.take());
        assertEquals(8, pool.tagFor(0x20));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRepeatAKeyOnlyAfter256UsesOfItsIndex(String name) {
        KeyPool pool = pool(LIMIT, name);
        int[] uses = new int[LIMIT];
        int rounds = 0;
        List<Set<Integer>> tags = Stream.generate(() -> (Set<Integer>) new HashSet<Integer>())
                .limit(LIMIT)
                .toList();
        for (int i = 0; i < MANY; i++) {
            int key = takeKey(pool);
            int index = key >>> 8;
            if (uses[index]++ == 256) {
                uses[index] = 1;
                rounds++;
                tags.get(index).clear();
            }
            assertTrue(tags.get(index).add(key & 0xff), "0x" + Integer.toHexString(key) + " recurs");
            pool.free(index, key & 0xff, false);
        }
        assertTrue(rounds > 0, "some index is used more than 256 times");
    }

    /** The owner of a type-2 window picks its tags: where it ends is where the next use goes on. */
    @ParameterizedTest
    @MethodSource("names")
    void shouldGoOnBehindTheTagThatTheOwnerLeft(String name) {
        KeyPool pool = pool(FIRST + 1, name);
        for (int left : new int[] {0x41, 0xff, 0x00}) {
            int index = pool.take();
            pool.free(index, left, false);
            assertEquals(index, pool.take());
            assertEquals(left + 1 & 0xff, pool.tagFor(index));
            pool.free(index, left, false);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MLX5_DELTA", "PERMUTED", "RANDOM"})
    void shouldFollowTheSeedAndNothingElse(String name) {
        assertEquals(keys(KeyPolicy.named(name, 1), 1000), keys(KeyPolicy.named(name, 1), 1000));
        assertNotEquals(keys(KeyPolicy.named(name, 1), 1000), keys(KeyPolicy.named(name, 2), 1000));
    }

    @Test
    void shouldStepBy100AndSkipWhatIsInUseWhenTheTableBeginsAgain() {
        KeyPool pool = pool(LIMIT, "STEP_100");
        for (int i = FIRST; i < LIMIT; i++) {
            assertEquals(i << 8, takeKey(pool));
            if (i != FIRST) {
                pool.free(i, 0, false);
            }
        }
        assertEquals(FIRST + 1 << 8 | 1, takeKey(pool));
    }

    @Test
    void shouldRunThroughTheFifteenStatesOfSoftRocesRegister() {
        List<Integer> keys = keys(new KeyPolicy.Lfsr15(), 31);

        assertEquals(
                List.of(0x02, 0x04, 0x08, 0x11, 0x22, 0x45, 0x8b, 0x16, 0x2c, 0x58, 0xb0, 0x60, 0xc0, 0x80, 0x01),
                keys.subList(0, 15).stream().map(key -> key & 0xff).toList());
        for (int i = 0; i < keys.size(); i++) {
            assertEquals(FIRST + i, keys.get(i) >>> 8);
            assertEquals(keys.get(i % 15) & 0xff, keys.get(i) & 0xff);
        }
    }

    @Test
    void shouldRiseBy101Or102InMoreThanSixtyOfAHundredCases() {
        List<Integer> keys = keys(new KeyPolicy.Mlx5Delta(SEED), MANY);
        int likely = 0;
        for (int i = 1; i < keys.size(); i++) {
            int step = keys.get(i) - keys.get(i - 1);
            assertTrue(step > 0, "keys rise");
            likely += step == 0x101 || step == 0x102 ? 1 : 0;
        }
        assertEquals(0.654, (double) likely / MANY, 0.01);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 64, 100, 1 << 12, 5000})
    void shouldVisitEachIndexOnceBeforeAPermutationComesRound(int limit) {
        KeyPool pool = new KeyPool(limit, new KeyPolicy.Permuted(SEED));
        for (int pass = 0; pass < 3; pass++) {
            Set<Integer> seen = new HashSet<>();
            for (int i = FIRST; i < limit; i++) {
                int key = takeKey(pool);
                assertTrue(seen.add(key >>> 8), "pass " + pass);
                pool.free(key >>> 8, key & 0xff, false);
            }
        }
    }

    @Test
    void shouldRefuseAnUnknownName() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> KeyPolicy.named("guess", 0));

        assertEquals(
                "'guess' is no key policy; there are SEQUENTIAL, STEP_100, MLX5_DELTA, LFSR15, PERMUTED, RANDOM",
                refusal.getMessage());
    }

    @Test
    void shouldBeRandomFromAStrongSourceWhereTheLinkLeadsOutside() {
        KeyPolicy byLink = new KeyPolicy.ByLink();

        assertEquals(new KeyPolicy.Sequential(), byLink.on(false));
        KeyPolicy.Random one = (KeyPolicy.Random) byLink.on(true);
        assertNotEquals(one, byLink.on(true));
        assertEquals(new KeyPolicy.Lfsr15(), new KeyPolicy.Lfsr15().on(true));
        assertFalse(keys(one, 2).equals(keys(new KeyPolicy.Sequential(), 2)));
    }
}
