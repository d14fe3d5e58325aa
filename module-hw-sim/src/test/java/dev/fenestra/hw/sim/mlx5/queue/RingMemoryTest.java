package dev.fenestra.hw.sim.mlx5.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The places of ring offsets. */
class RingMemoryTest {
    @Test
    void shouldFindRingOffsetsOnTheirPages() {
        RawMemory memory = new RawMemory();
        long[] pages = memory.pages(3);
        assertTrue(RingMemory.isReachable(memory, pages));
        RingMemory ring = RingMemory.of(memory, pages);
        assertEquals(3 * 4096, ring.bytes());
        for (int offset = 0; offset < 3 * 4096; offset += 16) {
            long bus = pages[offset / 4096] + offset % 4096;
            assertSame(memory.segment(bus), ring.segment(offset));
            assertEquals(memory.offset(bus), ring.offset(offset));
            assertEquals(4096 - offset % 4096, ring.leftOnPage(offset));
        }
    }

    @Test
    void shouldCountOffsetsFromWhereTheQueueBeginsOnItsFirstPage() {
        RawMemory memory = new RawMemory();
        long[] pages = memory.pages(2);
        RingMemory ring = RingMemory.of(memory, pages, 4032);
        for (int offset = 0; offset < 4096; offset += 16) {
            int place = 4032 + offset;
            long bus = pages[place / 4096] + place % 4096;
            assertSame(memory.segment(bus), ring.segment(offset));
            assertEquals(memory.offset(bus), ring.offset(offset));
            assertEquals(4096 - place % 4096, ring.leftOnPage(offset));
        }
    }

    @Test
    void shouldKeepItsPagesWhenTheListIsReused() {
        RawMemory memory = new RawMemory();
        long[] pages = memory.pages(1);
        RingMemory ring = RingMemory.of(memory, pages);
        long first = pages[0];
        pages[0] = 0;
        assertSame(memory.segment(first), ring.segment(0));
        assertEquals(memory.offset(first), ring.offset(0));
    }

    @Test
    void shouldNotReachPagesThatAreCrookedOrMissing() {
        RawMemory memory = new RawMemory();
        long page = memory.page();
        assertFalse(RingMemory.isReachable(memory, new long[] {page, memory.hole()}));
        assertFalse(RingMemory.isReachable(memory, new long[] {page + 64}));
        assertFalse(RingMemory.isReachable(memory, new long[] {0}));
        assertTrue(RingMemory.isReachable(memory, new long[] {page, page}));
    }

    @Test
    void shouldLeaveAWqeAsItIsWhenItsCacheLineIsMoved() {
        RawMemory memory = new RawMemory();
        long page = memory.page();
        MemorySegment bytes = memory.segment(page).asSlice(memory.offset(page), RawMemory.PAGE);
        for (int i = 0; i < RawMemory.PAGE; i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
        }
        byte[] before = bytes.toArray(ValueLayout.JAVA_BYTE);
        RingMemory ring = RingMemory.of(memory, new long[] {page});
        for (int offset = 0; offset < RawMemory.PAGE; offset += 64) {
            ring.claim(ring.segment(offset), ring.offset(offset));
            ring.polled().claim(ring.segment(offset), ring.offset(offset));
        }
        assertArrayEquals(before, bytes.toArray(ValueLayout.JAVA_BYTE));
    }
}
