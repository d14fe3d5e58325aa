package dev.fenestra.hw.sim.hca.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandTableTest {
    private static final long PAGES = 1L << 52;

    private final Arena arena = Arena.ofShared();
    private final MttTable mtt = new MttTable(arena, 1 << 20);
    private final DemandTable table = new DemandTable(mtt);

    @AfterEach
    void close() {
        arena.close();
    }

    /** Writes and zaps at random, near each other and far apart, beside a map. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldHoldWhatAMapHolds(long seed) {
        Random random = new Random(seed);
        int handle = table.create(7);
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            long page = random.nextInt(4) * (PAGES / 4) + random.nextInt(5000);
            if (random.nextInt(4) > 0) {
                long entry = (long) (i + 1) << 12 | 3;
                assertTrue(table.write(handle, page, entry));
                model.put(page, entry);
            } else {
                long count = random.nextBoolean() ? 1 + random.nextInt(1500) : PAGES - page;
                long there = model.keySet().stream()
                        .filter(known -> known >= page && known - page < count)
                        .count();
                assertEquals(there, table.zap(handle, page, count), "seed " + seed);
                model.keySet().removeIf(known -> known >= page && known - page < count);
            }
            assertEquals(model.getOrDefault(page, 0L), table.entry(handle, page));
        }
        model.forEach((page, entry) -> assertEquals(entry, table.entry(handle, page), "seed " + seed));
        assertEquals(model.size(), table.zap(handle, 0, PAGES));
    }

    @Test
    void shouldGiveBlocksBackThatAreEmpty() {
        int handle = table.create(7);
        int free = mtt.allocate(2);
        for (int i = 0; i < 50; i++) {
            assertTrue(table.write(handle, (long) i << 30, 0x1003));
            assertEquals(1, table.zap(handle, (long) i << 30, 1));
        }
        assertEquals(free + 2 + 512, mtt.allocate(1024), "one block was enough for all");
    }

    @Test
    void shouldTellHandlesFromTranslationsAndKeepThemApart() {
        int one = table.create(1);
        int other = table.create(2);
        assertTrue(one < DemandTable.HANDLES_END && other < DemandTable.HANDLES_END);
        assertEquals(2, table.owner(other));
        table.write(one, 5, 0x5003);
        assertEquals(0, table.entry(other, 5));
        assertEquals(0x5000, table.busAddress(one, 5));
        assertEquals(0, table.busAddress(other, 5));
        table.free(one);
        assertEquals(0, table.entry(table.create(3), 5));
    }
}
