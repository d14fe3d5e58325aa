package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process gives up, and what that does to devices. */
public class AdviceTest {
    private static final long PAGE = 4096;
    private static final long HUGE = 2 << 20;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);

    @AfterEach
    void close() {
        physical.close();
    }

    @Test
    void shouldFindZerosWhereContentsWereGivenUp() {
        long address = memory.allocate(4 * PAGE);
        copier.fill(address, 4 * PAGE, (byte) 7);
        memory.swapOut(address + 2 * PAGE, PAGE, true);

        memory.discard(address + PAGE, 2 * PAGE);

        assertEquals(2, physical.usedFrames());
        assertEquals(0, memory.swappedPages());
        assertEquals(0, copier.getLong(address + PAGE));
        assertEquals(0, copier.getLong(address + 2 * PAGE));
        assertEquals(7, copier.getByte(address + PAGE - 1));
        assertEquals(7, copier.getByte(address + 3 * PAGE));
    }

    @Test
    void shouldLeaveTheOldFrameToTheDeviceThatPinnedIt() {
        long address = memory.allocate(PAGE);
        PinnedPages pinned = memory.pin(address, PAGE, true);
        memory.discard(address, PAGE);
        copier.putLong(address, 1);

        assertNotEquals(pinned.busAddress(0), memory.pin(address, PAGE, true).busAddress(0));
        assertEquals(2, physical.usedFrames());
        memory.unpin(pinned);
        assertEquals(1, physical.usedFrames());
    }

    @Test
    void shouldTellWhoWatches() {
        long address = memory.allocate(2 * PAGE);
        List<Invalidation> told = new ArrayList<>();
        try (OnDemandRange range = memory.watch(address, 2 * PAGE, (_, _, reason, _) -> told.add(reason))) {
            memory.discard(address, PAGE);
            assertEquals(List.of(Invalidation.CLEAR), told);
            assertEquals(0, range.present(address, PAGE, false)[0]);
        }
    }

    @Test
    void shouldGiveUpWholeHugePagesOnly() {
        long address = memory.map(2 * HUGE, MapOptions.USUAL.hugePages());
        copier.putLong(address, 1);
        copier.putLong(address + HUGE, 2);
        assertRefused(MemoryRule.WHOLE_HUGE, () -> memory.discard(address, PAGE));

        memory.discard(address, HUGE);

        assertEquals(0, copier.getLong(address));
        assertEquals(2, copier.getLong(address + HUGE));
    }

    @Test
    @Provokes("MEM-26")
    void shouldChangeNothingWhereAPageIsNotMapped() {
        long address = memory.allocate(3 * PAGE);
        copier.putLong(address, 1);
        memory.unmap(address + 2 * PAGE, PAGE);

        assertRefused(MemoryRule.ADVISED_MAPPED, () -> memory.discard(address, 3 * PAGE));
        assertRefused(MemoryRule.ADVISED_MAPPED, () -> memory.inherit(address, 3 * PAGE, false));
        assertEquals(1, copier.getLong(address));
        assertEquals(1, new MemoryCopier(memory.fork("child", true)).getLong(address));
    }

    @Test
    @Provokes("MEM-27")
    void shouldKeepContentsOfASegment() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(PAGE, PAGE).fill((byte) 5);
            long address = memory.map(segment);
            assertRefused(MemoryRule.ADVISED_OWN, () -> memory.discard(address, PAGE));
            assertEquals(5, copier.getByte(address));
        }
    }
}
