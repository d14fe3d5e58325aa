package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SwapTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);

    @AfterEach
    void close() {
        physical.close();
    }

    private long frame(long address) {
        PinnedPages pinned = memory.pin(address, 1, false);
        memory.unpin(pinned);
        return pinned.busAddress(0);
    }

    @Test
    void shouldBringContentsBackInAnotherFrame() {
        long address = memory.map(3 * PAGE, MapOptions.USUAL);
        copier.putLong(address + PAGE, 42);
        long before = frame(address + PAGE);

        assertEquals(1, memory.swapOut(address, 3 * PAGE, true));
        assertEquals(0, physical.usedFrames());
        assertEquals(1, memory.swappedPages());

        assertEquals(42, copier.getLong(address + PAGE));
        assertNotEquals(before, frame(address + PAGE));
        assertEquals(0, memory.swappedPages());
        assertEquals(1, memory.residentPages());
    }

    @Test
    void shouldUseTheFreedFrameForSomebodyElse() {
        long address = memory.allocate(PAGE);
        copier.putLong(address, 42);
        long before = frame(address);
        memory.swapOut(address, PAGE, true);
        ProcessMemory bob = new ProcessMemory(physical, "bob", 1);

        assertEquals(before, bob.pin(bob.allocate(PAGE), 1, true).busAddress(0));
        assertEquals(42, copier.getLong(address));
    }

    @Test
    void shouldNeverMoveAPinnedPageUntilItsLastPinGoes() {
        long address = memory.allocate(2 * PAGE);
        PinnedPages once = memory.pin(address, PAGE, true);
        PinnedPages twice = memory.pin(address, PAGE, false);
        assertEquals(1, memory.swapOut(address, 2 * PAGE, true));
        memory.unpin(once);
        assertEquals(0, memory.swapOut(address, PAGE, true));
        assertEquals(twice.busAddress(0), frame(address));
        memory.unpin(twice);
        assertEquals(1, memory.swapOut(address, PAGE, true));
    }

    @Test
    void shouldKeepProtectionWhileAPageIsOut() {
        long address = memory.allocate(2 * PAGE);
        copier.putLong(address, 1);
        memory.swapOut(address, 2 * PAGE, true);
        memory.protect(address, PAGE, false);

        assertThrows(SegmentationFault.class, () -> copier.putLong(address, 2));
        assertEquals(1, copier.getLong(address));
        copier.putLong(address + PAGE, 2);
    }

    @Test
    void shouldForgetSwappedPagesThatAreUnmapped() {
        long address = memory.allocate(2 * PAGE);
        copier.putLong(address, 1);
        memory.swapOut(0, Long.MAX_VALUE, true);
        memory.unmap(address, PAGE);

        assertEquals(1, memory.swappedPages());
        memory.freeAll();
        assertEquals(0, memory.swappedPages());
        memory.allocateAt(address, PAGE);
        assertEquals(0, copier.getLong(address));
    }

    @Test
    void shouldLeaveHugePagesInMemory() {
        long address = memory.map(2 << 20, MapOptions.USUAL.hugePages());
        copier.putLong(address, 1);

        assertEquals(0, memory.swapOut(address, 2 << 20, true));
    }

    @Test
    void shouldLetAHostWithOneFrameSwap() {
        try (PhysicalMemory tiny = new PhysicalMemory(PAGE, 1)) {
            ProcessMemory process = new ProcessMemory(tiny, "tiny", 0);
            MemoryCopier bytes = new MemoryCopier(process);
            long address = process.map(2 * PAGE, MapOptions.USUAL);
            bytes.putLong(address, 1);
            assertRefused(MemoryRule.FRAMES_LEFT, () -> bytes.putLong(address + PAGE, 2));
            process.swapOut(address, PAGE, true);
            bytes.putLong(address + PAGE, 2);
            process.swapOut(address, 2 * PAGE, true);

            assertEquals(1, bytes.getLong(address));
        }
    }
}
