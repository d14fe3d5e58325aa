package dev.fenestra.ib.core.memory;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.LockLimit;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Memory of another program, which unmaps and maps without a word. */
public class ForeignPagesTest {
    private static final long PAGE = 4096;
    private static final long AT = 5 * PAGE;
    private static final long ELSEWHERE = 1L << 47;

    private final PhysicalMemory physical = new PhysicalMemory(1 << 20, 1);
    private final Program program = new Program();
    private final ProcessMemory memory = ProcessMemory.foreign(physical, "program", 0, LockLimit.NONE, program);

    /** A program whose pages all lie at one distance from their addresses, or are not in the file. */
    private static final class Program implements ForeignPages {
        private final Map<Long, MemorySegment> windows = new HashMap<>();
        private final List<Boolean> unpinned = new ArrayList<>();
        private final List<Place> returned = new ArrayList<>();
        private long distance;
        private boolean hasNew;
        private boolean isFull;
        private final List<Long> released = new ArrayList<>();
        private Replacement replacement = (_, _) -> {};

        @Override
        public void onCut(Replacement given) {
            replacement = given;
        }

        @Override
        public void release(long offset) {
            released.add(offset);
            windows.remove(offset);
        }

        @Override
        public void adopt(long address, long length, boolean writable) {
            throw new AssertionError("the other one is asked");
        }

        @Override
        public List<Place> adopt(long address, long length, boolean writable, Unpinned isUnpinned) {
            if (isFull) {
                throw ForeignPages.noRoom(address, length, "program");
            }
            unpinned.add(isUnpinned.test(address, length));
            hasNew = false;
            return List.of(new Place(address, address + length, address + distance));
        }

        @Override
        public List<Place> find(long address, long length) {
            return hasNew ? List.of() : List.of(new Place(address, address + length, address + distance));
        }

        @Override
        public void giveBack(Place place) {
            returned.add(place);
        }

        @Override
        public MemorySegment window(long offset) {
            return windows.computeIfAbsent(offset, _ -> Arena.ofAuto().allocate(WINDOW_BYTES, PAGE));
        }
    }

    @AfterEach
    void close() {
        memory.freeAll();
        physical.close();
    }

    @Test
    void shouldLeaveAPinItsPagesWhenTheProgramHasOthersThere() {
        PinnedPages old = memory.pin(AT, 2 * PAGE, true);
        long[] before = old.busAddresses().clone();
        program.distance = ELSEWHERE;

        PinnedPages other = memory.pin(AT, 2 * PAGE, true);

        assertArrayEquals(before, old.busAddresses());
        assertNotEquals(before[0], other.busAddresses()[0]);
        assertEquals(2, memory.abandoned(old));
        assertEquals(0, memory.abandoned(other));
        memory.unpin(other);
        memory.unpin(old);
    }

    @Test
    @Provokes("MEM-32")
    void shouldPinNothingOfAProgramThatHasNoRoom() {
        program.isFull = true;
        assertRefused(MemoryRule.PROGRAM_ROOM, () -> memory.pin(AT, PAGE, true));
        program.isFull = false;
        memory.unpin(memory.pin(AT, PAGE, true));
        assertEquals(0, memory.pinnedPages());
    }

    @Test
    void shouldPinThePageAroundNoBytes() {
        PinnedPages pinned = memory.pin(AT + 8, 0, true);
        assertEquals(1, pinned.busAddresses().length);
        assertEquals(1, program.unpinned.size(), "its page was moved");
        memory.unpin(pinned);
    }

    @Test
    void shouldSayWhichPlacesDevicesHaveGivenUp() {
        PinnedPages pinned = memory.pin(AT, PAGE, true);
        memory.unpin(memory.pin(AT, PAGE, true));
        memory.unpin(pinned);
        memory.unpin(memory.pin(AT, PAGE, true));

        assertEquals(List.of(true, false, true), program.unpinned);
    }

    @Test
    void shouldGiveAPageBackWhenItsLastPinHasEnded() {
        PinnedPages both = memory.pin(AT, 2 * PAGE, true);
        PinnedPages second = memory.pin(AT + PAGE, PAGE, true);

        memory.unpin(both);
        assertEquals(List.of(place(AT, PAGE, AT)), program.returned);
        memory.unpin(second);

        assertEquals(List.of(place(AT, PAGE, AT), place(AT + PAGE, PAGE, AT + PAGE)), program.returned);
    }

    @Test
    void shouldGiveNeighboursBackAtOnce() {
        memory.unpin(memory.pin(AT, 3 * PAGE, true));

        assertEquals(List.of(place(AT, 3 * PAGE, AT)), program.returned);
        assertEquals(0, memory.residentPages());
    }

    @Test
    void shouldGivePagesBackThatTheProgramHasReplacedMeanwhile() {
        PinnedPages old = memory.pin(AT, PAGE, true);
        program.distance = ELSEWHERE;
        PinnedPages other = memory.pin(AT, PAGE, true);

        memory.unpin(old);
        assertEquals(List.of(place(AT, PAGE, AT)), program.returned);
        memory.unpin(other);

        assertEquals(List.of(place(AT, PAGE, AT), place(AT, PAGE, AT + ELSEWHERE)), program.returned);
    }

    @Test
    void shouldTellAWatcherBeforeAPageGoesBack() {
        List<Long> told = new ArrayList<>();
        try (OnDemandRange range = watch(told)) {
            range.fault(AT, PAGE, true);
            memory.unpin(memory.pin(AT, PAGE, true));

            assertEquals(List.of(AT), told);
            assertEquals(List.of(place(AT, PAGE, AT)), program.returned);
            assertTrue(range.fault(AT, PAGE, true)[0] != 0);
        }
    }

    @Test
    void shouldGiveBackWhatAWatcherHasFaultedInWhenItEnds() {
        PinnedPages pinned;
        try (OnDemandRange range = watch(new ArrayList<>())) {
            pinned = memory.pin(AT, PAGE, true);
            range.fault(AT, 2 * PAGE, true);
        }
        assertEquals(List.of(place(AT + PAGE, PAGE, AT + PAGE)), program.returned);
        memory.unpin(pinned);
        assertEquals(2, program.returned.size());
    }

    @Test
    void shouldGiveBackWhatARefusedPinHasBrought() {
        ProcessMemory limited = ProcessMemory.foreign(physical, "limited", 1, new LockLimit(PAGE, false), program);

        assertThrows(VerbsException.class, () -> limited.pin(AT, 2 * PAGE, true));

        assertEquals(List.of(place(AT, 2 * PAGE, AT)), program.returned);
        limited.freeAll();
    }

    private static ForeignPages.Place place(long from, long length, long offset) {
        return new ForeignPages.Place(from, from + length, offset);
    }

    @Test
    void shouldTellAWatcherWhenItFindsOtherPages() {
        List<Long> told = new ArrayList<>();
        try (OnDemandRange range = watch(told)) {
            long first = range.fault(AT, PAGE, true)[0];
            program.distance = ELSEWHERE;
            long second = range.fault(AT, PAGE, true)[0];

            assertNotEquals(first, second);
            assertEquals(List.of(AT), told);
        }
    }

    @Test
    void shouldNotTakePagesForPresentThatTheProgramHasUnmapped() {
        List<Long> told = new ArrayList<>();
        try (OnDemandRange range = watch(told)) {
            range.fault(AT, PAGE, true);
            assertTrue(range.present(AT, PAGE, true)[0] != 0);
            program.hasNew = true;

            assertEquals(0, range.present(AT, PAGE, true)[0]);
            assertEquals(List.of(AT), told);
            assertTrue(range.fault(AT, PAGE, true)[0] != 0);
            assertFalse(program.hasNew);
        }
    }

    @Test
    void shouldTellAWatcherWhatTheProgramSaysOfItsMemory() {
        List<Long> told = new ArrayList<>();
        try (OnDemandRange range = watch(told)) {
            assertTrue(memory.isWatched());
            PinnedPages pinned = memory.pin(AT, PAGE, true);
            range.fault(AT, 2 * PAGE, true);
            program.hasNew = true;

            memory.changed(AT - PAGE, 4 * PAGE);

            assertEquals(
                    List.of(AT + PAGE, AT),
                    told.stream().sorted(Comparator.reverseOrder()).toList());
            assertEquals(List.of(place(AT + PAGE, PAGE, AT + PAGE)), program.returned, "pins keep their pages");
            assertEquals(1, memory.abandoned(pinned));
            memory.unpin(pinned);
        }
        assertFalse(memory.isWatched());
    }

    @Test
    void shouldIgnoreWhatTheProgramSaysOfARangeThatNoProcessHas() {
        try (OnDemandRange range = watch(new ArrayList<>())) {
            range.fault(AT, PAGE, true);
            memory.changed(AT, Long.MAX_VALUE);
            memory.changed(-1, PAGE);
            memory.changed(AT, 0);
            assertTrue(range.present(AT, PAGE, true)[0] != 0);
        }
    }

    @Test
    void shouldGiveAnObjectBackWhenNoDeviceHasItAnyMore() {
        program.distance = ForeignPages.FIRST_OF_OBJECTS;
        PinnedPages one = memory.pin(AT, 2 * PAGE, true);
        PinnedPages other = memory.pin(AT + PAGE, PAGE, true);
        memory.unpin(one);
        assertEquals(List.of(), program.released);
        assertEquals(0, memory.abandoned(other));

        memory.unpin(other);

        assertEquals(List.of(ForeignPages.FIRST_OF_OBJECTS), program.released);
        memory.unpin(memory.pin(AT, PAGE, true));
        assertEquals(2, program.released.size());
    }

    @Test
    void shouldTellWatchersOfAnObjectBeforeItIsGivenBack() {
        program.distance = ForeignPages.FIRST_OF_OBJECTS;
        List<Long> told = new ArrayList<>();
        try (OnDemandRange range = watch(told)) {
            range.fault(AT, PAGE, true);
            assertEquals(List.of(), program.released);
            memory.unpin(memory.pin(AT, PAGE, true));
            assertEquals(List.of(AT), told);
            assertEquals(List.of(ForeignPages.FIRST_OF_OBJECTS), program.released);

            range.fault(AT, PAGE, true);
            assertEquals(1, program.released.size());
        }
        assertEquals(2, program.released.size());
    }

    @Test
    void shouldGiveAWindowOtherMemoryWhenItsFileIsCut() {
        program.distance = ForeignPages.FIRST_OF_OBJECTS;
        PinnedPages pinned = memory.pin(AT, PAGE, true);
        MemorySegment other = Arena.ofAuto().allocate(ForeignPages.WINDOW_BYTES, PAGE);

        program.replacement.replace(ForeignPages.FIRST_OF_OBJECTS, other);
        program.replacement.replace(ForeignPages.FIRST_OF_OBJECTS + ForeignPages.WINDOW_BYTES, other);

        assertEquals(other, physical.bus().segment(pinned.busAddress(0)));
        memory.unpin(pinned);
    }

    private OnDemandRange watch(List<Long> told) {
        return memory.watch(AT, 2 * PAGE, (address, _, _, _) -> told.add(address));
    }
}
