package dev.fenestra.hw.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.testing.RawMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers, PSNs and the places of ring offsets. */
class NumbersTest {
    @Test
    void shouldHandOutFreedNumbersFirstAndOldestFirst() {
        NumberPool pool = new NumberPool(5, 8);
        assertEquals(5, pool.take());
        assertEquals(6, pool.take());
        pool.free(6);
        pool.free(5);
        assertEquals(6, pool.take());
        assertEquals(5, pool.take());
        assertEquals(7, pool.take());
        assertEquals(NumberPool.NONE, pool.take());
        pool.free(7);
        assertEquals(7, pool.take());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 0, 1",
        "0, 1, -1",
        "0, 0xffffff, 1",
        "0xffffff, 0, -1",
        "0x7fffff, 0, 0x7fffff",
        "5, 0xfffffe, 7"
    })
    void shouldComparePsnsInTheirWindow(String a, String b, String difference) {
        assertEquals(Integer.decode(difference), Psn.difference(Integer.decode(a), Integer.decode(b)));
        assertEquals(Integer.decode(a), Psn.plus(Integer.decode(b), Integer.decode(difference)));
    }

    @Test
    void shouldFindRingOffsetsOnTheirPages() {
        RawMemory memory = new RawMemory();
        long[] pages = memory.pages(3);
        assertTrue(RingMemory.isReachable(memory, pages));
        RingMemory ring = RingMemory.of(memory, pages);
        assertEquals(3 * 4096, ring.bytes());
        for (int offset = 0; offset < 3 * 4096; offset += 16) {
            long bus = pages[offset / 4096] + offset % 4096;
            assertEquals(bus, ring.busAddress(offset));
            assertSame(memory.segment(bus), ring.segment(offset));
            assertEquals(memory.offset(bus), ring.offset(offset));
        }
    }

    @Test
    void shouldKeepItsPagesWhenTheListIsReused() {
        RawMemory memory = new RawMemory();
        long[] pages = memory.pages(1);
        RingMemory ring = RingMemory.of(memory, pages);
        long first = pages[0];
        pages[0] = 0;
        assertEquals(first, ring.busAddress(0));
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
}
