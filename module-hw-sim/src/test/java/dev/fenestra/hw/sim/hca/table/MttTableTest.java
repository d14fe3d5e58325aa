package dev.fenestra.hw.sim.hca.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import java.lang.foreign.Arena;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MttTableTest {
    private static final int LIMIT = 1 << 19;

    private final Arena arena = Arena.ofShared();
    private final MttTable table = new MttTable(arena, LIMIT);

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldHandOutConsecutiveRanges() {
        assertEquals(0, table.allocate(10));
        assertEquals(10, table.allocate(1));
        assertEquals(11, table.allocate(70_000));
        assertEquals(70_011, table.allocate(1));
    }

    @Test
    void shouldReadConsecutiveEntriesAsOneByOne() {
        int count = 70_000;
        table.allocate(count);
        for (int i = 0; i < count; i++) {
            table.write(i, (long) i << MttTable.PAGE_SHIFT | MttEntry.READ | MttEntry.WRITE);
        }
        long[] pages = new long[count];
        for (int first = 0; first < 3; first++) {
            table.busAddresses(first, count - first, pages);
            for (int i = 0; i < count - first; i++) {
                assertEquals(table.busAddress(first + i), pages[i]);
            }
        }
    }

    @Test
    void shouldTakeFromAFreedRange() {
        table.allocate(10);
        table.allocate(5);
        table.free(0, 10);
        assertEquals(0, table.allocate(4));
        assertEquals(4, table.allocate(6));
        assertEquals(15, table.allocate(1));
    }

    @Test
    void shouldJoinARangeWithBothNeighbours() {
        for (int i = 0; i < 4; i++) {
            table.allocate(8);
        }
        table.free(0, 8);
        table.free(16, 8);
        assertEquals(32, table.allocate(16), "nothing free is long enough yet");
        table.free(8, 8);
        assertEquals(0, table.allocate(24));
    }

    @Test
    void shouldKnowWhenThereIsNoRoom() {
        table.allocate(100);
        assertEquals(MttTable.NO_ROOM, table.allocate(Integer.MAX_VALUE));
        assertEquals(100, table.allocate(1));
    }

    @Test
    void shouldGrowToItsLimitAndNoFurther() {
        assertEquals(0, table.allocate(LIMIT - 2));
        assertEquals(MttTable.NO_ROOM, table.allocate(3));
        assertEquals(LIMIT - 2, table.allocate(2));
        assertEquals(MttTable.NO_ROOM, table.allocate(1));

        table.free(0, LIMIT - 2);

        assertEquals(0, table.allocate(LIMIT - 2));
    }

    @Test
    void shouldKeepEntriesAcrossItsChunks() {
        int first = table.allocate(100_000);
        for (int i = 0; i < 100_000; i += 997) {
            table.write(first + i, (long) i << 12 | MttEntry.READ | MttEntry.WRITE);
        }
        table.allocate(100_000);
        for (int i = 0; i < 100_000; i += 997) {
            assertEquals((long) i << 12, table.busAddress(first + i), "permission bits are cut off");
        }
    }

    @Test
    void shouldNeverHandOutAnEntryTwice() {
        Random random = new Random(11);
        TreeMap<Integer, Integer> taken = new TreeMap<>();
        for (int step = 0; step < 5000; step++) {
            if (taken.isEmpty() || random.nextInt(5) < 3) {
                int count = 1 + random.nextInt(40);
                int first = table.allocate(count);
                var before = taken.lowerEntry(first + count);
                assertTrue(before == null || before.getKey() + before.getValue() <= first);
                taken.put(first, count);
            } else {
                int first = taken.ceilingKey(random.nextInt(taken.lastKey() + 1));
                table.free(first, taken.remove(first));
            }
        }
        int end = taken.lastKey() + taken.lastEntry().getValue();
        taken.forEach(table::free);
        assertEquals(0, table.allocate(end), "all that was freed is one range again");
    }
}
