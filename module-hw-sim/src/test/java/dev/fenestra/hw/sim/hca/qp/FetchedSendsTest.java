package dev.fenestra.hw.sim.hca.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FetchedSendsTest {
    private final FetchedSends ring = new FetchedSends(4);

    private void send(int requests) {
        ring.tail += requests;
        ring.cursor = ring.tail;
    }

    @Test
    void shouldBeginAtTheFirstSlotAgainWhenEmpty() {
        send(3);
        ring.head = ring.tail;
        ring.restart();

        assertTrue(ring.isEmpty());
        assertEquals(0, ring.tail);
        assertEquals(0, ring.cursor);
    }

    @Test
    void shouldKeepItsPlaceWhileAnythingIsOutstanding() {
        send(3);
        ring.head = 2;
        ring.restart();

        assertEquals(2, ring.head);
        assertEquals(3, ring.tail);
    }
}
