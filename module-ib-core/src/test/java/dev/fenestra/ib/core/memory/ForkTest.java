package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a fork shares, and who gets the copy. */
class ForkTest {
    private static final long PAGE = 4096;
    private static final boolean COPY_PINNED = true;
    private static final boolean SHARE_PINNED = false;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory parent = new ProcessMemory(physical, "parent", 0);
    private final MemoryCopier ofParent = new MemoryCopier(parent);

    @AfterEach
    void close() {
        physical.close();
    }

    private static long frame(ProcessMemory memory, long address) {
        try (OnDemandRange range = memory.watch(address, 1, (_, _, _, _) -> true)) {
            return range.present(address, 1, false)[0] & OnDemandRange.BUS_ADDRESS;
        }
    }

    private long read(PinnedPages pinned) {
        long bus = pinned.busAddress(0);
        return physical.bus()
                .segment(bus)
                .get(ValueLayout.JAVA_LONG_UNALIGNED, physical.bus().offset(bus));
    }

    @Test
    void shouldShareEachPageUntilOneOfTheTwoStoresThere() {
        long address = parent.allocate(3 * PAGE);
        ofParent.putLong(address, 1);
        ofParent.putLong(address + PAGE, 2);
        ProcessMemory child = parent.fork("child", COPY_PINNED);
        MemoryCopier ofChild = new MemoryCopier(child);
        assertEquals(3, physical.usedFrames());
        assertEquals(frame(parent, address), frame(child, address));

        ofParent.putLong(address, 10);
        ofChild.putLong(address + PAGE, 20);

        assertEquals(5, physical.usedFrames());
        assertEquals(List.of(10L, 2L), List.of(ofParent.getLong(address), ofParent.getLong(address + PAGE)));
        assertEquals(List.of(1L, 20L), List.of(ofChild.getLong(address), ofChild.getLong(address + PAGE)));
        // The other one has its page alone by now, and keeps it.
        ofChild.putLong(address, 30);
        assertEquals(5, physical.usedFrames());
        child.freeAll();
        ofParent.putLong(address + 2 * PAGE, 3);
        assertEquals(3, physical.usedFrames());
        parent.freeAll();
        assertEquals(0, physical.usedFrames());
    }

    @Test
    void shouldCopyPinnedPagesForTheChildSoThatTheDeviceStaysWithTheParent() {
        long address = parent.allocate(PAGE);
        PinnedPages pinned = parent.pin(address, PAGE, true);
        ofParent.putLong(address, 1);
        ProcessMemory child = parent.fork("child", COPY_PINNED);
        assertNotEquals(frame(parent, address), frame(child, address));

        ofParent.putLong(address, 2);

        assertEquals(2, read(pinned));
        assertEquals(1, new MemoryCopier(child).getLong(address));
        assertEquals(0, child.pinnedPages());
    }

    @Test
    void shouldTakePinnedPagesFromTheProcessThatStoresFirstOnOldKernels() {
        long address = parent.allocate(2 * PAGE);
        PinnedPages first = parent.pin(address, PAGE, true);
        PinnedPages second = parent.pin(address + PAGE, PAGE, true);
        ProcessMemory child = parent.fork("child", SHARE_PINNED);
        MemoryCopier ofChild = new MemoryCopier(child);

        ofParent.putLong(address, 1);
        ofChild.putLong(address + PAGE, 2);
        ofParent.putLong(address + PAGE, 3);

        // The parent has a copy of the first page: its device looks at what is the child's now.
        assertEquals(0, read(first));
        assertEquals(frame(child, address), first.busAddress(0));
        // The child has a copy of the second: nothing has happened to the parent.
        assertEquals(3, read(second));
    }

    @Test
    void shouldPinNoPageThatIsShared() {
        long address = parent.allocate(PAGE);
        ofParent.putLong(address, 1);
        ProcessMemory child = parent.fork("child", COPY_PINNED);
        PinnedPages pinned = parent.pin(address, PAGE, false);
        assertNotEquals(frame(child, address), pinned.busAddress(0));

        ofParent.putLong(address, 2);

        assertEquals(2, read(pinned));
        assertEquals(1, new MemoryCopier(child).getLong(address));
    }

    @Test
    void shouldTellWhoWatchesBeforePagesAreSharedAndBeforeTheyAreCopied() {
        long address = parent.allocate(2 * PAGE);
        List<Invalidation> told = new ArrayList<>();
        try (OnDemandRange range = parent.watch(address, 2 * PAGE, (_, _, reason, _) -> told.add(reason))) {
            assertTrue((range.fault(address, 1, true)[0] & OnDemandRange.WRITE) != 0);
            ProcessMemory child = parent.fork("child", COPY_PINNED);
            assertEquals(List.of(Invalidation.PROTECT), told);
            assertEquals(0, range.present(address, 1, true)[0]);
            ofParent.putLong(address, 1);
            assertEquals(List.of(Invalidation.PROTECT, Invalidation.CLEAR), told);

            // What a device is going to write is copied for it, too.
            long written = range.fault(address + PAGE, 1, true)[0] & OnDemandRange.BUS_ADDRESS;
            assertEquals(List.of(Invalidation.PROTECT, Invalidation.CLEAR, Invalidation.CLEAR), told);
            assertNotEquals(frame(child, address + PAGE), written);
        }
    }

    @Test
    void shouldGiveNoRangeToTheChildThatIsNotInherited() {
        long address = parent.allocate(3 * PAGE);
        parent.inherit(address + PAGE, PAGE, false);
        ProcessMemory child = parent.fork("child", COPY_PINNED);
        MemoryCopier ofChild = new MemoryCopier(child);

        assertEquals(0, ofChild.getLong(address));
        assertThrows(SegmentationFault.class, () -> ofChild.getByte(address + PAGE));
        parent.inherit(address + PAGE, PAGE, true);
        assertEquals(0, new MemoryCopier(parent.fork("other", COPY_PINNED)).getLong(address + PAGE));
        long more = parent.allocate(PAGE);
        assertNotEquals(0, more);
        assertEquals(more, child.allocate(PAGE));
    }

    @Test
    void shouldKeepRightsSwappedPagesHugePagesAndSegments() {
        try (Arena arena = Arena.ofShared()) {
            long readOnly = parent.allocate(PAGE);
            parent.protect(readOnly, PAGE, false);
            long swapped = parent.allocate(PAGE);
            ofParent.putLong(swapped, 1);
            assertEquals(1, parent.swapOut(swapped, PAGE, true));
            long huge = parent.map(2 << 20, MapOptions.USUAL.hugePages());
            ofParent.putLong(huge + PAGE, 2);
            MemorySegment segment = arena.allocate(100);
            long common = parent.map(segment);

            ProcessMemory child = parent.fork("child", COPY_PINNED);
            MemoryCopier ofChild = new MemoryCopier(child);
            assertThrows(SegmentationFault.class, () -> ofChild.putByte(readOnly, (byte) 1));
            child.protect(readOnly, PAGE, true);
            ofChild.putLong(readOnly, 9);
            ofChild.putLong(swapped + 8, 8);
            ofChild.putLong(huge, 7);
            ofChild.putLong(common, 6);

            assertEquals(0, ofParent.getLong(readOnly));
            assertEquals(List.of(1L, 0L), List.of(ofParent.getLong(swapped), ofParent.getLong(swapped + 8)));
            assertEquals(List.of(1L, 2L), List.of(ofChild.getLong(swapped), ofChild.getLong(huge + PAGE)));
            assertEquals(0, ofParent.getLong(huge));
            assertEquals(6, ofParent.getLong(common));
            assertEquals(List.of(0L, 0L), List.of(parent.swappedPages(), child.swappedPages()));
        }
    }

    @Test
    void shouldRefuseAForkWithoutFramesForWhatIsCopiedAtOnce() {
        long address = parent.allocate(9 << 20);
        PinnedPages pinned = parent.pin(address, 9 << 20, true);
        long other = parent.allocate(PAGE);

        assertRefused(MemoryRule.FRAMES_LEFT, () -> parent.fork("child", COPY_PINNED));
        ofParent.putLong(other, 1);
        assertEquals((9 << 8) + 1, physical.usedFrames());
        parent.unpin(pinned);
        parent.fork("child", COPY_PINNED);
        assertEquals((9 << 8) + 1, physical.usedFrames());
    }
}
