package dev.fenestra.hw.sim.hca.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class MptTableTest {
    @Test
    void shouldBackAnIndexOnceItIsCleared() {
        try (Arena arena = Arena.ofConfined()) {
            MptTable table = new MptTable(arena, 16);
            assertFalse(table.isBacked(5000));
            assertFalse(table.isBacked(0xffffff), "far beyond its end");
            table.clear(5000);
            assertTrue(table.isBacked(5000));
            assertFalse(table.isBacked(0));
        }
    }

    @Test
    void shouldKeepEntriesApart() {
        try (Arena arena = Arena.ofConfined()) {
            MptTable table = new MptTable(arena, 16);
            for (int index = 16; index < 10_000; index += 13) {
                table.clear(index);
                MkeyContext.START_ADDRESS.setLong(table.segment(index), table.offset(index), index);
            }
            table.clear(16 + 13);
            for (int index = 16; index < 10_000; index += 13) {
                long expected = index == 29 ? 0 : index;
                assertEquals(expected, MkeyContext.START_ADDRESS.getLong(table.segment(index), table.offset(index)));
            }
        }
    }
}
