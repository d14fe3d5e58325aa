package dev.fenestra.hw.sim.hca.number;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberPoolTest {
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

    @Test
    void shouldLetAFreedNumberRestWhileOthersAreFreshOrFreedLater() {
        NumberPool pool = new NumberPool(5, 9, 1);
        assertEquals(5, pool.take());
        pool.free(5);
        assertEquals(6, pool.take());
        pool.free(6);
        assertEquals(5, pool.take());
        assertEquals(7, pool.take());
        assertEquals(8, pool.take());
        assertEquals(6, pool.take());
        assertEquals(NumberPool.NONE, pool.take());
    }
}
