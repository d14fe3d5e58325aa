package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class MappingTest {
    private static final long PAGE = 4096;
    private static final long MIB = 1 << 20;
    private static final long HUGE = 2 * MIB;

    private final PhysicalMemory physical = new PhysicalMemory(16 * MIB, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);

    @AfterEach
    void close() {
        physical.close();
    }

    @Test
    void shouldGiveAPageItsZeroedFrameWhenItIsTouchedFirst() {
        long used = memory.allocate(PAGE);
        copier.fill(used, PAGE, (byte) 1);
        memory.free(used);
        long address = memory.map(8 * PAGE, MapOptions.USUAL);
        assertEquals(0, physical.usedFrames());
        assertEquals(PAGE, memory.contiguous(address + 3 * PAGE));
        assertEquals(0, physical.usedFrames());

        assertEquals(0, copier.getLong(address + 3 * PAGE));
        copier.putLong(address + 5 * PAGE, 7);

        assertEquals(7, copier.getLong(address + 5 * PAGE));
        assertEquals(2, physical.usedFrames());
        assertEquals(2, memory.residentPages());
    }

    @Test
    void shouldHaveAddressesForTheThousandthProcessAndOthersThanTheOneBefore() {
        long before = new ProcessMemory(physical, "bob", 999).allocate(PAGE);
        long last = new ProcessMemory(physical, "carol", 1000).allocate(PAGE);

        assertTrue(Math.abs(last - before) >= 1L << 40);
    }

    @Test
    void shouldMapATebibyteWithMemoryForWhatIsTouchedOnly() {
        long length = 1L << 40;
        long address = memory.map(length, MapOptions.USUAL);
        for (long at = 0; at < length; at += length / 64) {
            copier.putLong(address + at, at);
        }
        copier.putLong(address + length - 8, 8);

        assertEquals(65, memory.residentPages());
        assertEquals(length / 2, copier.getLong(address + length / 2));
        assertThrows(SegmentationFault.class, () -> copier.getByte(address + length));
        memory.free(address);
        assertEquals(0, physical.usedFrames());
    }

    @Test
    @Provokes("MEM-13")
    void shouldRefuseAMappingThatDoesNotFitIntoTheAddressSpace() {
        assertRefused(MemoryRule.ADDRESSES_LEFT, () -> memory.map(AddressSpace.USER_BYTES, MapOptions.USUAL));
        assertRefused(MemoryRule.ADDRESSES_LEFT, () -> memory.map(Long.MAX_VALUE, MapOptions.USUAL));
        assertRefused(MemoryRule.MAPPING_LENGTH, () -> memory.map(0, MapOptions.USUAL));
    }

    @Test
    void shouldUnmapAPartAndKeepTheRest() {
        long address = memory.allocate(4 * PAGE);
        copier.putLong(address, 1);
        copier.putLong(address + 3 * PAGE, 4);
        memory.unmap(address + PAGE, PAGE + 1);

        assertEquals(1, copier.getLong(address));
        assertEquals(4, copier.getLong(address + 3 * PAGE));
        assertEquals(0, memory.contiguous(address + PAGE));
        assertEquals(
                address + 2 * PAGE,
                assertThrows(SegmentationFault.class, () -> copier.getByte(address + 2 * PAGE))
                        .address());
        assertEquals(2, physical.usedFrames());
        memory.unmap(address, 100 * PAGE);
        assertEquals(0, physical.usedFrames());
    }

    @Test
    @Provokes("MEM-9")
    void shouldRefuseToUnmapOrProtectWhatIsNoRangeOfPages() {
        long address = memory.allocate(PAGE);
        assertRefused(MemoryRule.PAGE_RANGE, () -> memory.unmap(address + 1, PAGE));
        assertRefused(MemoryRule.PAGE_RANGE, () -> memory.unmap(address, 0));
        assertRefused(MemoryRule.PAGE_RANGE, () -> memory.unmap(-PAGE, PAGE));
        assertRefused(MemoryRule.PAGE_RANGE, () -> memory.protect(address, Long.MAX_VALUE, false));
        assertEquals(1, physical.usedFrames());
    }

    @Test
    void shouldFaultOnAStoreToAReadOnlyPageAndAllowItAgainLater() {
        long address = memory.allocate(3 * PAGE);
        copier.putLong(address + PAGE, 5);
        memory.protect(address + PAGE, PAGE, false);

        assertThrows(SegmentationFault.class, () -> copier.putLong(address + PAGE, 6));
        assertThrows(SegmentationFault.class, () -> copier.fill(address, 3 * PAGE, (byte) 1));
        assertEquals(5, copier.getLong(address + PAGE));
        copier.putLong(address + 2 * PAGE, 1);
        memory.protect(address, 3 * PAGE, true);
        copier.putLong(address + PAGE, 6);
        assertEquals(6, copier.getLong(address + PAGE));
    }

    @Test
    void shouldFaultOnAStoreToAMappingThatIsForReading() {
        long address = memory.map(2 * PAGE, MapOptions.USUAL.readOnly());

        assertEquals(0, copier.getLong(address));
        SegmentationFault fault = assertThrows(SegmentationFault.class, () -> copier.putByte(address, (byte) 1));
        assertTrue(fault.getMessage().contains("may not store"));
        assertThrows(SegmentationFault.class, () -> copier.putInt(address + PAGE, 1));
    }

    @Test
    @Provokes("MEM-11")
    void shouldRefuseToProtectARangeWithAHole() {
        long address = memory.allocate(3 * PAGE);
        memory.unmap(address + PAGE, PAGE);

        assertRefused(MemoryRule.PROTECT_MAPPED, () -> memory.protect(address, 3 * PAGE, false));
        assertRefused(MemoryRule.PROTECT_MAPPED, () -> memory.protect(address + PAGE, 2 * PAGE, false));
        assertRefused(MemoryRule.PROTECT_MAPPED, () -> memory.protect(address + 2 * PAGE, 2 * PAGE, false));
        copier.putByte(address, (byte) 1);
    }

    @Test
    void shouldBackAHugePageWithContiguousAlignedFrames() {
        memory.allocate(3 * PAGE);
        long address = memory.map(HUGE + 1, MapOptions.USUAL.hugePages());
        assertEquals(0, address % HUGE);
        assertEquals(MapOptions.HUGE_SHIFT, memory.pageShift(address));
        copier.putLong(address + HUGE + 8, 1);

        assertEquals(512, memory.residentPages() - 3);
        PinnedPages pinned = memory.pin(address, 2 * HUGE, true);
        for (int i = 0; i < 1024; i++) {
            assertEquals(pinned.busAddresses()[i & ~511] + (i & 511) * PAGE, pinned.busAddresses()[i]);
        }
        assertEquals(0, pinned.busAddresses()[512] % HUGE);
    }

    @Test
    @Provokes("MEM-10")
    void shouldRefuseToCutAHugePage() {
        long address = memory.map(2 * HUGE, MapOptions.USUAL.hugePages());
        assertRefused(MemoryRule.WHOLE_HUGE, () -> memory.unmap(address, PAGE));
        assertRefused(MemoryRule.WHOLE_HUGE, () -> memory.unmap(address + HUGE + PAGE, HUGE));
        assertRefused(MemoryRule.WHOLE_HUGE, () -> memory.protect(address, HUGE - PAGE, false));
        memory.unmap(address, HUGE);
        assertEquals(0, memory.contiguous(address));
        assertEquals(PAGE, memory.contiguous(address + HUGE));
        assertEquals(0, memory.pageShift(address));
    }

    @Test
    void shouldGiveContiguousFramesAndTakeThemBackOneByOne() {
        long first = memory.allocateContiguous(20 * PAGE);
        long second = memory.allocateContiguous(20 * PAGE);
        copier.fill(first, 20 * PAGE, (byte) 1);
        long[] frames = memory.pin(second, 20 * PAGE, true).busAddresses();
        for (int i = 1; i < 20; i++) {
            assertEquals(frames[0] + i * PAGE, frames[i]);
        }
        memory.unmap(first + 4 * PAGE, 10 * PAGE);
        long third = memory.allocateContiguous(10 * PAGE);

        assertEquals(frames[0] - 16 * PAGE, memory.pin(third, PAGE, true).busAddresses()[0]);
        assertEquals(0, copier.getLong(third));
        assertEquals(40, physical.usedFrames());
    }

    @Test
    @Provokes("MEM-14")
    void shouldRefuseContiguousMemoryWhenNoRunIsLongEnough() {
        long[] pieces = new long[7];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = memory.allocateContiguous(2 * MIB);
        }
        memory.free(pieces[1]);
        memory.free(pieces[3]);
        memory.allocateContiguous(PAGE);
        long used = physical.usedFrames();

        assertRefused(MemoryRule.CONTIGUOUS, () -> memory.allocateContiguous(5 * MIB));
        assertEquals(used, physical.usedFrames());
        assertRefused(MemoryRule.FRAMES_LEFT, () -> memory.allocateContiguous(20 * MIB));
    }
}
