package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a device is given to use counts as locked memory (core/umem.c). */
public class PinTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);

    @AfterEach
    void close() {
        physical.close();
    }

    private ProcessMemory process(long bytes, boolean capIpcLock) {
        return new ProcessMemory(physical, "alice", 0, new LockLimit(bytes, capIpcLock));
    }

    @Test
    @Provokes("MEM-19")
    void shouldCountAPagePinnedTwiceTwiceAndRefuseMoreThanTheLimit() {
        ProcessMemory memory = process(3 * PAGE + 100, false);
        long address = memory.allocate(4 * PAGE);
        PinnedPages first = memory.pin(address, 2 * PAGE, true);
        PinnedPages again = memory.pin(address + 8, 8, true);
        assertEquals(3, memory.pinnedPages());

        VerbsException refused = assertRefused(MemoryRule.LOCK_LIMIT, () -> memory.pin(address, 1, true));

        assertEquals("pages=1, pinned=3, RLIMIT_MEMLOCK=12388", refused.values());
        assertEquals(3, memory.pinnedPages());
        memory.unpin(again);
        memory.pin(address + 3 * PAGE, PAGE, true);
        memory.unpin(first);
        assertRefused(MemoryRule.LOCK_LIMIT, () -> memory.pin(address, 2 * PAGE + 1, true));
    }

    @Test
    void shouldTellHowManyPagesOfAPinTheProcessHasUnmapped() {
        ProcessMemory memory = process(1 << 20, false);
        long address = memory.allocate(4 * PAGE);
        PinnedPages pinned = memory.pin(address + 100, 3 * PAGE, true);
        assertEquals(0, memory.abandoned(pinned));

        memory.unmap(address + 3 * PAGE, PAGE);
        assertEquals(1, memory.abandoned(pinned));
        memory.unmap(address, PAGE);
        memory.allocateAt(address, PAGE);
        assertEquals(2, memory.abandoned(pinned), "what is mapped there now is other memory");
        memory.freeAll();
        assertEquals(4, memory.abandoned(pinned));
        memory.unpin(pinned);
    }

    @Test
    @Provokes("MEM-18")
    void shouldRefuseAUserWhoMayNotLockMemoryAtAll() {
        ProcessMemory memory = process(0, false);
        long address = memory.allocate(PAGE);

        assertRefused(MemoryRule.MAY_LOCK, () -> memory.pin(address, PAGE, true));
        assertRefused(MemoryRule.MAY_LOCK, () -> memory.pin(0, PAGE, true));
        assertRefused(MemoryRule.NO_WRAP, () -> memory.pin(-1, 2, true));
        assertEquals(0, memory.pinnedPages());
    }

    @Test
    void shouldKnowNoLimitWithTheCapability() {
        ProcessMemory memory = process(0, true);
        memory.pin(memory.allocate(100 * PAGE), 100 * PAGE, true);

        assertEquals(100, memory.pinnedPages());
    }

    @Test
    @Provokes("MEM-17")
    void shouldRefuseToPinReadOnlyMemoryForWriting() {
        ProcessMemory memory = process(Long.MAX_VALUE, false);
        long address = memory.allocate(3 * PAGE);
        memory.protect(address + PAGE, PAGE, false);

        assertRefused(MemoryRule.WRITABLE, () -> memory.pin(address, 3 * PAGE, true));
        assertRefused(MemoryRule.WRITABLE, () -> memory.pin(address + 2 * PAGE - 1, 1, true));
        assertEquals(3, memory.pin(address, 3 * PAGE, false).busAddresses().length);
    }

    @Test
    void shouldPinAcrossMappingsThatMeetAndBringTheirPagesIn() {
        ProcessMemory memory = process(Long.MAX_VALUE, false);
        long address = memory.map(4 * PAGE, MapOptions.USUAL);
        memory.protect(address + PAGE, PAGE, false);
        memory.allocateAt(address + 4 * PAGE, PAGE);

        long[] frames = memory.pin(address, 5 * PAGE, false).busAddresses();

        assertEquals(5, Arrays.stream(frames).distinct().count());
        assertEquals(5, physical.usedFrames());
        assertEquals(5, memory.pinnedPages());
    }

    @Test
    void shouldPinNothingWhenTheHostRunsOutOfFramesOnTheWay() {
        ProcessMemory memory = process(Long.MAX_VALUE, false);
        long address = memory.map(32 << 20, MapOptions.USUAL);

        assertRefused(MemoryRule.FRAMES_LEFT, () -> memory.pin(address, 32 << 20, true));

        assertEquals(0, memory.pinnedPages());
        memory.free(address);
        assertEquals(0, physical.usedFrames());
    }
}
