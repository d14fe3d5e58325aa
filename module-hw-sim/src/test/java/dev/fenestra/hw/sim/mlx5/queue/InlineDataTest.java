package dev.fenestra.hw.sim.mlx5.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.testing.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Inline data of a WQE that crosses pages, or the end of the ring. */
class InlineDataTest {
    private static final int PAGES = 2;
    private static final int UNITS = 63;
    /** A send queue of 128 blocks begins on one page and ends on the next but one. */
    private static final int START = 2048;

    private final RawMemory memory = new RawMemory();
    private final RingMemory ring = RingMemory.of(memory, memory.pages(PAGES + 1), START);
    private final QueueGeometry queues =
            new QueueGeometry(ring, 0, 16, 0, PAGES * RawMemory.PAGE >>> 6, MemorySegment.NULL, 0);

    @Test
    void shouldFindEachByteOfInlineDataInARun() {
        for (int index = 0; index < 2 * 128; index += 5) {
            int room = queues.inlineRoom(1, UNITS);
            for (int offset = 0; offset < room; ) {
                offset += checkRun(index, offset, room);
            }
        }
    }

    private int checkRun(int index, int offset, int room) {
        InlineRun run = new InlineRun();
        queues.inline(index, 1, offset, run);
        assertTrue(run.length > 0);
        int bytes = Math.min(run.length, room - offset);
        for (int i = 0; i < bytes; i++) {
            int inData = DataSegment.INLINE_HEADER_BYTES + offset + i;
            int at = queues.sendUnit(index, 1 + inData / 16) + inData % 16;
            run.memory.set(ValueLayout.JAVA_BYTE, run.offset + i, (byte) (index + i));
            assertEquals((byte) (index + i), ring.segment(at).get(ValueLayout.JAVA_BYTE, ring.offset(at)));
        }
        return bytes;
    }

    @Test
    void shouldEndARunWhereThePageOrTheRingEnds() {
        InlineRun run = new InlineRun();
        queues.inline(0, 1, 0, run);
        assertEquals(RawMemory.PAGE - START - 20, run.length);
        queues.inline(127, 1, 0, run);
        assertEquals(64 - 20, run.length);
        queues.inline(127, 1, 64 - 20, run);
        assertEquals(RawMemory.PAGE - START, run.length);
    }
}
