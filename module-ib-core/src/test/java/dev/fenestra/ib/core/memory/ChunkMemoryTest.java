package dev.fenestra.ib.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkMemoryTest {
    private static final long MIB = 1 << 20;
    private static final int CHUNKS = 128;
    private static final Path STATUS = Path.of("/proc/self/status");

    @Test
    void shouldGiveZeroedChunksThatDoNotOverlap() {
        try (ChunkMemory memory = new ChunkMemory(2 * MIB, 4096)) {
            List<MemorySegment> all = new ArrayList<>();
            for (int i = 0; i < CHUNKS; i++) {
                MemorySegment chunk = memory.next();
                assertEquals(2 * MIB, chunk.byteSize());
                assertEquals(0, chunk.address() % 4096);
                assertEquals(0, chunk.get(ValueLayout.JAVA_BYTE, 0));
                assertEquals(0, chunk.get(ValueLayout.JAVA_BYTE, 2 * MIB - 1));
                chunk.fill((byte) i);
                all.add(chunk);
            }

            for (int i = 0; i < CHUNKS; i++) {
                assertEquals((byte) i, all.get(i).get(ValueLayout.JAVA_BYTE, 0));
                assertEquals((byte) i, all.get(i).get(ValueLayout.JAVA_BYTE, 2 * MIB - 1));
            }
        }
    }

    @Test
    void shouldFreeAllAtOnce() {
        ChunkMemory memory = new ChunkMemory(2 * MIB, 4096);
        MemorySegment first = memory.next();
        memory.close();
        memory.close();

        assertFalse(first.scope().isAlive());
    }

    @Test
    void shouldGiveMostOfItBackToTheSystem() throws IOException {
        assumeTrue(Files.exists(STATUS), "needs Linux, which says in /proc how much memory is resident");
        teachTheLibraryToKeepBlocks();
        ChunkMemory memory = new ChunkMemory(2 * MIB, 4096);
        for (int i = 0; i < CHUNKS; i++) {
            memory.next();
        }
        long full = residentMib();
        memory.close();
        long empty = residentMib();

        assertTrue(full - empty >= CHUNKS, () -> full + " MiB became " + empty);
    }

    /** Glibc keeps each block that is smaller than the largest one that was freed. */
    private static void teachTheLibraryToKeepBlocks() {
        try (Arena arena = Arena.ofConfined()) {
            arena.allocate(24 * MIB);
        }
    }

    private static long residentMib() throws IOException {
        String line = Files.readAllLines(STATUS).stream()
                .filter(it -> it.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
    }
}
