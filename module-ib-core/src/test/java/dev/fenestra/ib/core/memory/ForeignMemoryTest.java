package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.PinnedPages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Native memory of a Java program as memory of a simulated process. */
public class ForeignMemoryTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);
    private final Arena arena = Arena.ofShared();

    @AfterEach
    void close() {
        physical.close();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private MemorySegment segment(long inPage, long bytes) {
        return arena.allocate(inPage + bytes, PAGE).asSlice(inPage, bytes);
    }

    @Test
    void shouldBeTheSameBytesWithTheSamePlaceInThePage() {
        MemorySegment segment = segment(0x123, 3 * PAGE);
        long address = memory.map(segment);
        assertEquals(0x123, address % PAGE);
        copier.putLong(address + PAGE, 0x1122334455667788L);

        assertEquals(0x1122334455667788L, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, PAGE));
        segment.set(ValueLayout.JAVA_BYTE, 3 * PAGE - 1, (byte) 9);
        assertEquals(9, copier.getByte(address + 3 * PAGE - 1));
        assertEquals(0, physical.usedFrames());
    }

    @Test
    void shouldEndWhereTheSegmentEnds() {
        long address = memory.map(segment(0x10, 100));

        assertEquals(100, memory.contiguous(address));
        assertEquals(0, memory.contiguous(address - 1));
        assertEquals(0, memory.contiguous(address + 100));
        assertThrows(SegmentationFault.class, () -> copier.getByte(address - 1));
        assertThrows(SegmentationFault.class, () -> copier.putByte(address + 100, (byte) 1));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address, 101, true));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address - 1, 1, true));
        PinnedPages pinned = memory.pin(address, 100, true);
        assertEquals(100, physical.bus().valid(pinned.busAddress(0)));
        assertEquals(0, physical.bus().valid(pinned.busAddress(0) - 1));
        assertEquals(1, physical.bus().valid(pinned.busAddress(99)));
    }

    @Test
    void shouldSpanChunksOfTheFrameTable() {
        long bytes = 5 << 20;
        MemorySegment segment = segment(0x800, bytes);
        long address = memory.map(segment);
        copier.fill(address, bytes, (byte) 3);

        PinnedPages pinned = memory.pin(address, bytes, true);
        for (long at = 0; at < bytes; at += PAGE) {
            long bus = pinned.busAddress(at);
            assertEquals(
                    segment.address() + at,
                    physical.bus().segment(bus).address() + physical.bus().offset(bus));
        }
        assertEquals(3, segment.get(ValueLayout.JAVA_BYTE, bytes - 1));
    }

    @Test
    void shouldStayForTheDeviceUntilItIsUnmappedAndUnpinned() {
        MemorySegment segment = segment(0, PAGE);
        long address = memory.map(segment);
        PinnedPages pinned = memory.pin(address, PAGE, true);
        memory.free(address);
        assertEquals(PAGE, physical.bus().valid(pinned.busAddress(0)));

        memory.unpin(pinned);

        assertEquals(0, physical.bus().valid(pinned.busAddress(0)));
        assertEquals(0, physical.bus().segment(pinned.busAddress(0)).byteSize());
        PinnedPages next = memory.pin(memory.map(segment(0, PAGE)), PAGE, true);
        assertEquals(pinned.busAddress(0), next.busAddress(0));
    }

    @Test
    void shouldNeverBeSwappedOutAndBeUnmappedByTheEndOfTheProcess() {
        long address = memory.map(segment(8, 3 * PAGE));
        assertEquals(0, memory.swapOut(address, 3 * PAGE, true));
        memory.unmap(address & -PAGE, 2 * PAGE);
        assertEquals(0, memory.contiguous(address));
        copier.putByte(address + 2 * PAGE, (byte) 1);
        memory.freeAll();
        assertEquals(0, memory.contiguous(address + 2 * PAGE));
    }

    @Test
    void shouldMapAReadOnlySegmentForReading() {
        long address = memory.map(segment(0, PAGE).asReadOnly());

        assertEquals(0, copier.getByte(address));
        assertThrows(SegmentationFault.class, () -> copier.putByte(address, (byte) 1));
        assertRefused(MemoryRule.WRITABLE, () -> memory.pin(address, 1, true));
        memory.pin(address, 1, false);
    }

    @Test
    @Provokes("MEM-12")
    void shouldRefuseToMakeAReadOnlySegmentWritable() {
        long address = memory.map(segment(0, PAGE).asReadOnly());
        assertRefused(MemoryRule.READ_ONLY_SEGMENT, () -> memory.protect(address, PAGE, true));
        memory.protect(address, PAGE, false);

        long other = memory.map(segment(0, PAGE));
        memory.protect(other, PAGE, false);
        assertThrows(SegmentationFault.class, () -> copier.putByte(other, (byte) 1));
        memory.protect(other, PAGE, true);
        copier.putByte(other, (byte) 1);
    }

    @Test
    void shouldBeOfNoUseOnceItsArenaIsClosed() {
        long address = memory.map(segment(0, PAGE));
        PinnedPages pinned = memory.pin(address, PAGE, true);
        arena.close();

        assertEquals(0, physical.bus().valid(pinned.busAddress(0)));
        assertThrows(IllegalStateException.class, () -> copier.getByte(address));
        memory.unpin(pinned);
        memory.free(address);
    }

    @Test
    @Provokes("MEM-15")
    void shouldRefuseMemoryThatADeviceCouldNotUse() {
        assertRefused(MemoryRule.FOREIGN, () -> memory.map(MemorySegment.ofArray(new byte[100])));
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment mine = confined.allocate(PAGE);
            assertRefused(MemoryRule.FOREIGN, () -> memory.map(mine));
        }
        MemorySegment closed = segment(0, PAGE);
        assertRefused(MemoryRule.FOREIGN, () -> memory.map(closed.asSlice(0, 0)));
        arena.close();
        assertRefused(MemoryRule.FOREIGN, () -> memory.map(closed));
    }

    @Test
    @Provokes("MEM-16")
    void shouldRefuseMoreThanTheHostHasBusAddressesFor() {
        MemorySegment segment = segment(0, PAGE);
        long[] mapped = new long[512];
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = memory.map(segment);
        }
        assertRefused(MemoryRule.FOREIGN_ROOM, () -> memory.map(segment));
        memory.free(mapped[100]);
        memory.map(segment);
    }
}
