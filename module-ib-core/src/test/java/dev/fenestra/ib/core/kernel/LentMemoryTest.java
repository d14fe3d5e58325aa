package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kernel memory that a driver lends a process. */
public class LentMemoryTest {
    private final Counted source = new Counted();
    private final Bench bench = new Bench(
            FakeDevice.of("fake_0", FakeAttributes.of(MemoryWindows.NONE, -1, Set.of())),
            Bench.CONFIG.withMappable(source));
    private final KernelContext context = bench.context;

    /** Room for four pages; knows what is out. */
    private static final class Counted implements MappableMemory {
        private final List<MemorySegment> out = new ArrayList<>();

        @Override
        public @Nullable MemorySegment allocate(long bytes) {
            if (bytes > 4 * Bench.PAGE) {
                return null;
            }
            out.add(Arena.ofAuto().allocate(bytes, Bench.PAGE));
            return out.getLast();
        }

        @Override
        public void free(MemorySegment memory) {
            assertTrue(out.remove(memory), "given back twice");
        }
    }

    private LentMemory lend(long bytes) {
        return bench.device.lastMemory.lend(bytes);
    }

    @AfterEach
    void close() {
        bench.close();
        assertEquals(List.of(), source.out);
    }

    @Test
    void shouldLetTheProcessMapWhatTheDriverSees() {
        LentMemory lent = lend(100);
        assertEquals(Bench.PAGE, lent.bytes());

        MappedPage mapped = context.map(lent.offset(), lent.bytes());

        lent.memory().set(ValueLayout.JAVA_INT, 96, 7);
        assertEquals(7, mapped.memory().get(ValueLayout.JAVA_INT, 96));
    }

    @Test
    void shouldGiveEachPieceAnOffsetOfItsOwnAlsoAfterOthersAreGone() {
        LentMemory first = lend(5000);
        long offset = first.offset();
        first.giveBack();
        LentMemory second = lend(100);
        assertEquals(offset + 2 * Bench.PAGE, second.offset());
        assertEquals(0, second.offset() % Bench.PAGE);
        assertNotEquals(second.offset(), lend(100).offset());
    }

    @Test
    @Provokes("MAP-2")
    void shouldRefuseASecondMapping() {
        LentMemory lent = lend(100);
        context.map(lent.offset(), 100);
        assertRefused(KernelRule.MAPPED_ONCE, () -> context.map(lent.offset(), 100));
    }

    @Test
    @Provokes("MAP-3")
    void shouldRefuseMoreBytesThanThereAreAndStillMapTheRightOnes() {
        LentMemory lent = lend(100);
        assertRefused(KernelRule.MAPPED_BYTES, () -> context.map(lent.offset(), Bench.PAGE + 1));
        context.map(lent.offset(), Bench.PAGE);
    }

    @Test
    @Provokes("MAP-1")
    void shouldRefuseOffsetsOfNothingAndOfOtherOpenings() {
        LentMemory lent = lend(100);
        assertRefused(KernelRule.LENT, () -> context.map(lent.offset() + Bench.PAGE, 100));
        try (KernelContext other = bench.open(bench.process)) {
            assertRefused(KernelRule.LENT, () -> other.map(lent.offset() + Bench.PAGE, 100));
        }
        lent.giveBack();
        assertRefused(KernelRule.LENT, () -> context.map(lent.offset(), 100));
    }

    @Test
    @Provokes("MAP-4")
    void shouldRefuseADriverWhenTheHostHasNoneLeft() {
        assertRefused(KernelRule.LENT_ROOM, () -> lend(4 * Bench.PAGE + 1));
        assertRefused(KernelRule.LENT_ROOM, () -> lend(0));
        assertRefused(KernelRule.LENT_ROOM, () -> lend(Long.MAX_VALUE));
    }

    @Test
    void shouldTakeEverythingBackOnceWhenTheDeviceIsClosed() {
        LentMemory kept = lend(100);
        LentMemory returned = lend(100);
        returned.giveBack();
        returned.giveBack();
        assertEquals(1, source.out.size());

        context.close();

        assertEquals(List.of(), source.out);
        kept.giveBack();
    }
}
