package dev.fenestra.hw.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What a repeated request gets: its answer again, as long as the answer is remembered, and never another execution. */
class ResponseQueueTest {
    private static final int DEPTH = 2;
    private final ResponseQueue queue = new ResponseQueue(DEPTH);

    @Test
    void shouldAnswerAnAtomicWriteOrFlushAgain() {
        queue.addEmpty(7);
        queue.removeOldest();

        assertTrue(queue.repeatEmpty(7));

        assertEquals(7, queue.psn());
        assertEquals(0, queue.length());
        assertFalse(queue.isAtomic());
    }

    @Test
    void shouldNotTakeAnotherKindOfRequestForIt() {
        queue.addAtomic(7, 42);
        queue.keepRead(1, 1, 0, 0, 8);

        assertFalse(queue.repeatEmpty(7));
        assertFalse(queue.repeatEmpty(8));
        queue.addEmpty(9);
        assertFalse(queue.repeatAtomic(9));
        assertEquals(ResponseQueue.NOT_SERVED, queue.served(0, 0, 0, 9, 1024));
    }

    @Test
    void shouldForgetTheOldestAnswerFirst() {
        queue.addEmpty(1);
        queue.removeOldest();
        queue.addEmpty(2);
        queue.removeOldest();
        queue.addEmpty(3);
        queue.removeOldest();

        assertFalse(queue.repeatEmpty(1));
        assertTrue(queue.repeatEmpty(3));
    }
}
