package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On-demand ranges and the word that goes before an invalidation (core/umem_odp.c). */
public class RangeWatchTest {
    private static final long PAGE = 4096;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0, new LockLimit(0, false));
    private final MemoryCopier copier = new MemoryCopier(memory);
    private final List<String> told = new ArrayList<>();
    private final long address = memory.map(8 * PAGE, MapOptions.USUAL);
    private boolean willing = true;

    @AfterEach
    void close() {
        physical.close();
    }

    private boolean note(long from, long length, Invalidation reason, boolean mayBlock) {
        long page = (from - address) / PAGE;
        told.add(page + "+" + length / PAGE + " " + reason + " " + memory.residentPages());
        return willing || mayBlock;
    }

    private OnDemandRange watch(long page, long pages) {
        return memory.watch(address + page * PAGE, pages * PAGE, this::note);
    }

    @Test
    void shouldBringPagesInWithoutPinningThem() {
        OnDemandRange range = watch(0, 8);
        long[] pages = range.fault(address + PAGE - 1, 2, true);

        assertEquals(2, pages.length);
        assertEquals(OnDemandRange.READ | OnDemandRange.WRITE, pages[0] & ~OnDemandRange.BUS_ADDRESS);
        assertEquals(OnDemandRange.READ, range.fault(address, 1, false)[0] & ~OnDemandRange.BUS_ADDRESS);
        assertEquals(0, memory.pinnedPages());
        assertEquals(2, memory.residentPages());
        copier.putLong(address + PAGE, 0x77);
        long bus = pages[1] & OnDemandRange.BUS_ADDRESS;
        assertEquals(
                0x77,
                physical.bus()
                        .segment(bus)
                        .get(ValueLayout.JAVA_LONG, physical.bus().offset(bus)));
    }

    @Test
    void shouldBeStaleWhatWasAskedForWhileAnInvalidationWasAtWork() {
        List<OnDemandRange> ranges = new ArrayList<>();
        List<Long> sequences = new ArrayList<>();
        ranges.add(memory.watch(address, PAGE, (from, length, reason, mayBlock) -> {
            sequences.add(ranges.getFirst().sequence());
            ranges.getFirst().fault(address, 1, false);
            return true;
        }));
        copier.putLong(address, 1);
        memory.swapOut(address, PAGE, true);

        assertTrue(ranges.getFirst().isStale(sequences.getFirst()), "the frame it saw has gone since");
    }

    @Test
    void shouldShowPresentPagesWithoutTouchingOthers() {
        OnDemandRange range = watch(0, 8);
        copier.putLong(address + PAGE, 1);
        copier.putLong(address + 2 * PAGE, 1);
        memory.protect(address + 2 * PAGE, PAGE, false);

        long[] readable = range.present(address, 4 * PAGE, false);
        long[] writable = range.present(address, 4 * PAGE, true);

        assertEquals(0, readable[0]);
        assertEquals(OnDemandRange.READ, readable[1] & ~OnDemandRange.BUS_ADDRESS);
        assertEquals(OnDemandRange.READ, readable[2] & ~OnDemandRange.BUS_ADDRESS);
        assertEquals(readable[1] | OnDemandRange.WRITE, writable[1]);
        assertEquals(0, writable[2]);
        assertEquals(2, memory.residentPages());
    }

    @Test
    void shouldTellBeforePagesGoAndOnlyWhoWatchesThem() {
        watch(0, 4);
        copier.fill(address, 8 * PAGE, (byte) 1);
        memory.unmap(address + 3 * PAGE, 2 * PAGE);
        memory.swapOut(address + 5 * PAGE, PAGE, true);
        memory.protect(address, PAGE, false);
        memory.protect(address, PAGE, true);
        memory.swapOut(address, 2 * PAGE, true);
        memory.freeAll();

        assertEquals(List.of("3+1 UNMAP 8", "0+1 PROTECT 5", "0+2 SWAP 5", "0+4 RELEASE 3"), told);
    }

    @Test
    void shouldTellOfEachRunOfPagesThatIsSwappedOut() {
        watch(0, 8);
        copier.putByte(address, (byte) 1);
        copier.putByte(address + 2 * PAGE, (byte) 1);
        copier.putByte(address + 3 * PAGE, (byte) 1);

        assertEquals(3, memory.swapOut(0, AddressSpace.USER_BYTES, true));
        assertEquals(List.of("0+1 SWAP 3", "2+2 SWAP 2"), told);
        assertEquals(0, memory.swapOut(0, AddressSpace.USER_BYTES, true));
        assertEquals(2, told.size());
    }

    @Test
    void shouldLeavePagesWhereTheyAreWhenAWatcherWouldHaveToWait() {
        OnDemandRange range = watch(0, 8);
        copier.putLong(address, 5);
        long before = range.fault(address, 1, true)[0];
        willing = false;

        assertEquals(0, memory.swapOut(address, PAGE, false));
        assertEquals(before, range.fault(address, 1, true)[0]);
        assertEquals(1, memory.swapOut(address, PAGE, true));
    }

    @Test
    void shouldCallATranslationStaleOnceAnInvalidationHasBegun() {
        List<Boolean> during = new ArrayList<>();
        OnDemandRange[] range = new OnDemandRange[1];
        long[] before = new long[1];
        range[0] = memory.watch(address, PAGE, (from, length, reason, mayBlock) -> {
            during.add(range[0].isStale(before[0]));
            during.add(range[0].isStale(range[0].sequence()));
            return true;
        });
        OnDemandRange neighbour = memory.watch(address + PAGE, PAGE, (from, length, reason, mayBlock) -> true);
        copier.putLong(address, 1);
        before[0] = range[0].sequence();
        long aside = neighbour.sequence();
        assertFalse(range[0].isStale(before[0]));

        memory.swapOut(address, PAGE, true);

        assertEquals(List.of(true, true), during);
        assertTrue(range[0].isStale(before[0]));
        assertFalse(range[0].isStale(range[0].sequence()));
        assertFalse(neighbour.isStale(aside));
    }

    @Test
    void shouldTellNobodyAfterTheWatchEnds() {
        OnDemandRange range = watch(0, 8);
        copier.putLong(address, 1);
        range.close();
        memory.unmap(address, PAGE);

        assertEquals(List.of(), told);
    }

    @Test
    void shouldWatchWhatIsNotMappedYet() {
        OnDemandRange whole = memory.watch(0, AddressSpace.USER_BYTES, this::note);
        assertRefused(MemoryRule.MAPPED, () -> whole.fault(0x7000_0000_0000L, 8, false));
        memory.allocateAt(0x7000_0000_0000L, PAGE);
        assertEquals(1, whole.fault(0x7000_0000_0000L, 8, true).length);
        assertRefused(MemoryRule.MAPPED, () -> whole.fault(0x7000_0000_0000L + PAGE - 4, 8, true));
        memory.freeAll();
        assertRefused(MemoryRule.MAPPED, () -> whole.fault(0x7000_0000_0000L, 8, true));
    }

    @Test
    void shouldRefuseToFaultForWritingWhatIsReadOnly() {
        OnDemandRange range = watch(0, 8);
        memory.protect(address, PAGE, false);

        assertRefused(MemoryRule.WRITABLE, () -> range.fault(address, 8, true));
        assertEquals(1, range.fault(address, 8, false).length);
    }

    @Test
    @Provokes("MEM-22")
    void shouldRefuseAnAccessOutsideTheRange() {
        OnDemandRange range = memory.watch(address + 8, PAGE, this::note);
        assertRefused(MemoryRule.WATCHED, () -> range.fault(address, 16, true));
        assertRefused(MemoryRule.WATCHED, () -> range.fault(address + 8, PAGE + 1, true));
        assertRefused(MemoryRule.WATCHED, () -> range.fault(address + 16, Long.MAX_VALUE, true));
        assertRefused(MemoryRule.WATCHED, () -> range.present(address + PAGE, PAGE, true));
        assertEquals(2, range.fault(address + 8, PAGE, true).length);
    }

    @Test
    @Provokes("MEM-20")
    void shouldRefuseARangeThatWraps() {
        assertRefused(MemoryRule.WATCH_WRAP, () -> memory.watch(-PAGE, 2 * PAGE, this::note));
        assertRefused(MemoryRule.WATCH_WRAP, () -> memory.watch(1, -1, this::note));
    }

    @Test
    @Provokes("MEM-21")
    void shouldRefuseAnEmptyRange() {
        assertRefused(MemoryRule.WATCH_LENGTH, () -> memory.watch(address, 0, this::note));
    }

    @Test
    void shouldFindTheNextPageInMemoryHoweverFarItIs() {
        OnDemandRange whole = memory.watch(0, AddressSpace.USER_BYTES, this::note);
        long huge = memory.map(1L << 44, MapOptions.USUAL);
        long middle = huge + (1L << 43);
        copier.putLong(middle, 1);
        copier.putLong(middle + 3 * PAGE, 1);

        assertEquals(middle, whole.firstPresent(huge, 1L << 44));
        assertEquals(middle + 8, whole.firstPresent(middle + 8, PAGE));
        assertEquals(middle + 3 * PAGE, whole.firstPresent(middle + PAGE, 8 * PAGE));
        assertEquals(middle + 3 * PAGE, whole.firstPresent(middle + PAGE, 2 * PAGE), "the end of the part");
        memory.swapOut(middle, PAGE, true);
        assertEquals(middle + 3 * PAGE, whole.firstPresent(huge, 1L << 44));
        assertRefused(MemoryRule.WATCHED, () -> whole.firstPresent(huge, AddressSpace.USER_BYTES));
    }
}
