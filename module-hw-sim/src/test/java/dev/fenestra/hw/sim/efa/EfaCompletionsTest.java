package dev.fenestra.hw.sim.efa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.card.CompletionPlaces.Asked;
import dev.fenestra.hw.sim.card.PinnedRing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class EfaCompletionsTest {
    private static final int ENTRIES = 4;
    private static final int ENTRY = 16;
    private static final int ARM = 1 << 31;
    private static final int SEQUENCE = 1 << 29;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(ENTRIES * ENTRY, 4096);
    private final MemorySegment register = Arena.ofAuto().allocate(4, 4);
    private final EfaCompletions ring = ring(true);

    private EfaCompletions ring(boolean hasChannel) {
        return new EfaCompletions(
                new PinnedRing(new long[] {0}, 0, _ -> memory, _ -> 0),
                ENTRIES,
                new PinnedRing(new long[] {0}, 0, _ -> register, _ -> 0),
                hasChannel);
    }

    private void store(int word) {
        register.set(WORD, 0, word);
    }

    @Test
    void shouldSetThePhaseInTheFirstLapAndClearItInTheSecond() {
        for (int i = 0; i < ENTRIES; i++) {
            assertTrue(ring.hasRoom());
            ring.publish();
            assertTrue(EfaFormats.CQE_PHASE.isSet(memory, (long) i * ENTRY));
        }
        assertFalse(ring.hasRoom());
        store(1);
        assertTrue(ring.hasRoom());
        ring.publish();
        assertFalse(EfaFormats.CQE_PHASE.isSet(memory, 0));
    }

    @Test
    void shouldTakeAStoreAfterTheLastEventForAnArmThatAPollHasHidden() {
        assertEquals(Asked.NOTHING, ring.asked());
        store(ARM);
        assertEquals(Asked.ANY, ring.asked());
        ring.told();
        assertEquals(Asked.NOTHING, ring.asked());
        // The program has read the event, has asked for the next one, and has polled three entries since.
        store(SEQUENCE | 3);
        assertEquals(Asked.ANY, ring.asked());
        assertEquals(0, ring.writtenSince(3));
        assertEquals(1, ring.writtenSince(4));
        ring.told();
        store(ARM | SEQUENCE | 4);
        assertEquals(Asked.NOTHING, ring.asked());
    }

    @Test
    void shouldNotBeAskedByAProgramWithoutAChannel() {
        EfaCompletions silent = ring(false);
        store(ARM);
        assertEquals(Asked.NOTHING, silent.asked());
    }
}
