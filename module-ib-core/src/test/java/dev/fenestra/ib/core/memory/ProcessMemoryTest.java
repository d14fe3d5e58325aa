package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class ProcessMemoryTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(4 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);

    @AfterEach
    void close() {
        physical.close();
    }

    @Test
    void shouldMapZeroedPagesAtAlignedAddressesWithAGuardPageBetween() {
        long first = memory.allocate(1);
        long second = memory.allocate(PAGE + 1);

        assertEquals(0, first % PAGE);
        assertEquals(first + 2 * PAGE, second);
        assertEquals(0, memory.contiguous(first + PAGE));
        assertEquals(0, copier.getLong(second + 2 * PAGE - 8));
    }

    @Test
    void shouldMapWhereTheProcessWantsAndAllocateAroundIt() {
        long next = memory.allocate(1) + 2 * PAGE;
        memory.allocateAt(next + PAGE, 2 * PAGE);
        memory.free(next + PAGE);

        assertEquals(next + 4 * PAGE, memory.allocate(1));
        memory.allocateAt(next + PAGE, PAGE - 1);
        assertEquals(PAGE, memory.contiguous(next + PAGE));
        assertEquals(0, memory.contiguous(next + 2 * PAGE));
    }

    @Test
    @Provokes("MEM-7")
    void shouldRefuseAFixedMappingThatNoProcessCanHave() {
        long free = 0x7000_0000_0000L;
        for (long address : new long[] {0, free + 8, -PAGE, 1L << 47, Long.MIN_VALUE}) {
            assertRefused(MemoryRule.FIXED_PAGE, () -> memory.allocateAt(address, PAGE));
        }
        assertRefused(MemoryRule.FIXED_PAGE, () -> memory.allocateAt(free, Long.MAX_VALUE));
        assertRefused(MemoryRule.MAPPING_LENGTH, () -> memory.allocateAt(free, 0));
    }

    @Test
    @Provokes("MEM-8")
    void shouldRefuseAFixedMappingOverAnother() {
        long taken = memory.allocate(2 * PAGE);
        assertRefused(MemoryRule.FIXED_FREE, () -> memory.allocateAt(taken - PAGE, 2 * PAGE));
        assertRefused(MemoryRule.FIXED_FREE, () -> memory.allocateAt(taken + PAGE, 1));
        assertEquals(0, memory.contiguous(taken - PAGE));
        memory.allocateAt(taken + 2 * PAGE, 1);
        memory.allocateAt(taken - PAGE, 1);
    }

    @Test
    void shouldGiveEachProcessAddressesOfItsOwnAndTheSameOnesEachTime() {
        ProcessMemory bob = new ProcessMemory(physical, "bob", 1);
        ProcessMemory aliceAgain = new ProcessMemory(physical, "alice", 0);

        assertNotEquals(memory.allocate(1), bob.allocate(1));
        assertEquals(memory.allocate(1) - 2 * PAGE, aliceAgain.allocate(1));
    }

    @Test
    void shouldKeepProcessesApartInTheSamePhysicalMemory() {
        ProcessMemory bob = new ProcessMemory(physical, "bob", 0);
        long address = memory.allocate(8);
        assertEquals(address, bob.allocate(8));

        copier.putLong(address, 1);
        new MemoryCopier(bob).putLong(address, 2);

        assertEquals(1, copier.getLong(address));
    }

    @Test
    void shouldCopyAcrossPages() {
        long address = memory.allocate(3 * PAGE) + 100;
        byte[] bytes = new byte[2 * (int) PAGE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }

        copier.put(address, bytes, 0, bytes.length);
        byte[] back = new byte[bytes.length + 2];
        copier.get(address, back, 1, bytes.length);

        assertArrayEquals(bytes, Arrays.copyOfRange(back, 1, back.length - 1));
        assertEquals(0, copier.getByte(address - 1));
        assertEquals(0, copier.getByte(address + bytes.length));
    }

    @Test
    void shouldReadAndWriteNumbersAcrossAPageBoundaryInLittleEndianOrder() {
        long address = memory.allocate(2 * PAGE);
        for (long at = address + PAGE - 8; at <= address + PAGE; at++) {
            copier.putLong(at, 0x1122334455667788L);

            assertEquals(0x1122334455667788L, copier.getLong(at));
            assertEquals((byte) 0x88, copier.getByte(at));
            assertEquals((byte) 0x11, copier.getByte(at + 7));
        }
        for (long at = address + PAGE - 4; at <= address + PAGE; at++) {
            copier.putInt(at, 0xa1b2c3d4);

            assertEquals(0xa1b2c3d4, copier.getInt(at));
            assertEquals((byte) 0xd4, copier.getByte(at));
        }
    }

    @Test
    void shouldFillExactlyTheRangeAskedFor() {
        long address = memory.allocate(2 * PAGE);
        copier.fill(address + PAGE - 2, 4, (byte) 7);

        byte[] around = new byte[6];
        copier.get(address + PAGE - 3, around, 0, 6);

        assertArrayEquals(new byte[] {0, 7, 7, 7, 7, 0}, around);
    }

    @Test
    void shouldRaiseASegmentationFaultThatNamesTheAddress() {
        long address = memory.allocate(PAGE);

        SegmentationFault fault =
                assertThrows(SegmentationFault.class, () -> copier.put(address + PAGE - 1, new byte[2], 0, 2));

        assertEquals(address + PAGE, fault.address());
        assertThrows(SegmentationFault.class, () -> copier.getLong(0));
        assertTrue(fault.getMessage().contains("alice"));
    }

    @Test
    void shouldForgetAFreedAreaAlthoughItWasFoundLast() {
        long address = memory.allocate(PAGE);
        copier.putLong(address, 1);
        memory.free(address);

        assertThrows(SegmentationFault.class, () -> copier.getLong(address));
        assertEquals(0, physical.usedFrames());
    }

    @Test
    void shouldFindAreasAroundAFreedOne() {
        long first = memory.allocate(PAGE);
        long second = memory.allocate(PAGE);
        long third = memory.allocate(PAGE);
        copier.putLong(first, 1);
        copier.putLong(third, 3);
        memory.free(second);

        assertEquals(1, copier.getLong(first));
        assertEquals(3, copier.getLong(third));
        assertEquals(0, memory.contiguous(second));
        assertEquals(0, memory.contiguous(first - 1));
    }

    @Test
    void shouldPinEveryPageThatARangeTouches() {
        long address = memory.allocate(4 * PAGE);
        copier.putLong(address + PAGE, 0x77);

        PinnedPages pages = memory.pin(address + PAGE - 1, PAGE + 2, true);

        assertEquals(3, pages.busAddresses().length);
        assertEquals(3, memory.pinnedPages());
        long busAddress = pages.busAddress(1);
        assertEquals(
                0x77,
                physical.bus()
                        .segment(busAddress)
                        .get(ValueLayout.JAVA_LONG, physical.bus().offset(busAddress)));
    }

    @Test
    void shouldKeepPinnedPagesThroughFreeUntilTheLastPinGoes() {
        long address = memory.allocate(2 * PAGE);
        copier.putLong(address, 0x55);
        PinnedPages once = memory.pin(address, PAGE, true);
        PinnedPages twice = memory.pin(address, PAGE, true);
        memory.free(address);

        assertEquals(1, physical.usedFrames());
        long busAddress = once.busAddress(0);
        assertEquals(
                0x55,
                physical.bus()
                        .segment(busAddress)
                        .get(ValueLayout.JAVA_LONG, physical.bus().offset(busAddress)));
        memory.unpin(once);
        assertEquals(1, physical.usedFrames());
        memory.unpin(twice);
        assertEquals(0, physical.usedFrames());
        assertEquals(0, memory.pinnedPages());
    }

    @Test
    void shouldRefuseToUnpinTwice() {
        PinnedPages pages = memory.pin(memory.allocate(PAGE), PAGE, true);
        memory.unpin(pages);

        assertThrows(IllegalStateException.class, () -> memory.unpin(pages));
        assertEquals(1, physical.usedFrames());
    }

    @Test
    void shouldFreeEverythingAtTheEndOfAProcess() {
        memory.allocate(PAGE);
        PinnedPages pinned = memory.pin(memory.allocate(PAGE), PAGE, true);
        memory.freeAll();

        assertEquals(1, physical.usedFrames());
        memory.unpin(pinned);
        assertEquals(0, physical.usedFrames());
    }

    @Test
    void shouldMapAndPinAGigabyteWithoutTouchingIt() {
        try (PhysicalMemory large = new PhysicalMemory(2L << 30, 1)) {
            ProcessMemory process = new ProcessMemory(large, "large", 0);
            PinnedPages pages = process.pin(process.allocate(1L << 30), 1L << 30, true);

            assertEquals(262_144, pages.busAddresses().length);
            assertEquals(262_144, Arrays.stream(pages.busAddresses()).distinct().count());
        }
    }

    @Test
    void shouldCopyFromAndToSegments() {
        long address = memory.allocate(2 * PAGE);
        MemorySegment source = MemorySegment.ofArray(new byte[] {1, 2, 3, 4});
        copier.put(address + PAGE - 2, source, 1, 3);
        MemorySegment target = MemorySegment.ofArray(new byte[4]);
        copier.get(address + PAGE - 2, target, 0, 3);

        assertArrayEquals(new byte[] {2, 3, 4, 0}, target.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    @Provokes("MEM-1")
    void shouldRefuseMoreMemoryThanTheHostHasAndTakeNone() {
        memory.allocate(PAGE);

        VerbsException refused = assertRefused(MemoryRule.FRAMES_LEFT, () -> memory.allocate(4 << 20));

        assertEquals("frames=1024, free=1023, limit=1024", refused.values());
        memory.allocate((4 << 20) - PAGE);
        assertEquals(1024, physical.usedFrames());
    }

    @Test
    @Provokes("MEM-2")
    void shouldRefuseAMappingOfLengthZero() {
        assertRefused(MemoryRule.MAPPING_LENGTH, () -> memory.allocate(0));
        assertRefused(MemoryRule.MAPPING_LENGTH, () -> memory.allocate(-1));
    }

    @Test
    @Provokes("MEM-3")
    void shouldRefuseToFreeWhatIsNotTheStartOfAMapping() {
        long address = memory.allocate(2 * PAGE);

        assertRefused(MemoryRule.MAPPING, () -> memory.free(address + PAGE));
        assertRefused(MemoryRule.MAPPING, () -> memory.free(address + 2 * PAGE));
        memory.free(address);
        assertRefused(MemoryRule.MAPPING, () -> memory.free(address));
    }

    @Test
    @Provokes("MEM-4")
    void shouldRefuseToPinNoBytesAtTheBeginningOfAPage() {
        long address = memory.allocate(PAGE);

        assertRefused(MemoryRule.PIN_LENGTH, () -> memory.pin(address, 0, true));
        assertRefused(MemoryRule.PIN_LENGTH, () -> memory.pin(0, 0, true));
        assertEquals(0, memory.pinnedPages());
    }

    @Test
    void shouldPinThePageAroundNoBytes() {
        long address = memory.allocate(PAGE);

        PinnedPages last = memory.pin(address + PAGE - 1, 0, true);
        assertEquals(1, last.busAddresses().length);
        assertEquals(0, last.length());
        assertEquals(memory.pin(address, 1, true).busAddress(0), last.busAddresses()[0]);
        assertEquals(0, memory.swapOut(address, PAGE, true));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address + PAGE + 1, 0, true));
        memory.protect(address, PAGE, false);
        assertRefused(MemoryRule.WRITABLE, () -> memory.pin(address + 1, 0, true));
        memory.unpin(last);
        assertEquals(1, memory.pinnedPages());
    }

    @Test
    @Provokes("MEM-5")
    void shouldRefuseToPinARangeThatWraps() {
        long address = memory.allocate(PAGE);

        assertRefused(MemoryRule.NO_WRAP, () -> memory.pin(address, -1, true));
        assertRefused(MemoryRule.NO_WRAP, () -> memory.pin(-PAGE, 2 * PAGE, true));
        assertRefused(MemoryRule.NO_WRAP, () -> memory.pin(-PAGE, PAGE - 1, true));
    }

    @Test
    @Provokes("MEM-6")
    void shouldRefuseToPinWhatIsNotMapped() {
        long address = memory.allocate(PAGE);
        memory.allocate(PAGE);

        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address, 3 * PAGE, true));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address + PAGE, 1, true));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(address, Long.MAX_VALUE - address, true));
        assertRefused(MemoryRule.MAPPED, () -> memory.pin(0, 1, true));
        assertEquals(0, memory.pinnedPages());
    }
}
