package dev.fenestra.hw.sim.hca.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * What a repeated request gets: its answer again, as long as the answer is remembered, and never another execution or
 * another one's room.
 */
class ResponseQueueTest {
    private static final int DEPTH = 2;
    private static final int MTU = 1024;
    private final ResponseQueue queue = new ResponseQueue(DEPTH);

    private void read(int psn) {
        queue.addRead(1, 1, 0, MTU, psn, 0);
    }

    private boolean readAgain(int psn) {
        return queue.repeatRead(1, 0, MTU, psn, MTU, 0);
    }

    private int answered() {
        queue.choose();
        int psn = queue.psn();
        queue.removeChosen();
        return psn;
    }

    @Test
    void shouldLookEmptyBeforeTheFirstRequestAndThenBelongToOneResponder() {
        ReceiveState state = new ReceiveState(NoQueues.INSTANCE, DEPTH, true);

        assertTrue(state.responses.isEmpty());
        assertFalse(state.responses.isFull(1));
        assertTrue(state.responses.isFull(0));
        assertFalse(state.responses.repeatAtomic(7));

        state.ownResponses().addAtomic(7, 1);
        assertFalse(state.responses.isEmpty());
        assertTrue(state.responses.repeatAtomic(7));
        assertTrue(ResponseQueue.NONE.isEmpty());

        state.clear();
        assertFalse(state.responses.repeatAtomic(7));
    }

    @Test
    void shouldAnswerAnAtomicWriteOrFlushAgain() {
        queue.addEmpty(7);
        answered();

        assertTrue(queue.repeatEmpty(7));

        queue.choose();
        assertEquals(7, queue.psn());
        assertEquals(0, queue.length());
        assertFalse(queue.isAtomic());
    }

    @Test
    void shouldNotTakeAnotherKindOfRequestForIt() {
        queue.addAtomic(7, 42);
        queue.addRead(1, 1, 0, 0, 8, 0);

        assertFalse(queue.repeatEmpty(7));
        assertFalse(queue.repeatEmpty(8));
        answered();
        queue.addEmpty(9);
        assertFalse(queue.repeatAtomic(9));
        assertFalse(queue.repeatRead(0, 0, 0, 9, MTU, 0));
    }

    @Test
    void shouldForgetTheOldestAnswerFirst() {
        for (int psn = 1; psn <= 3; psn++) {
            queue.addEmpty(psn);
            answered();
        }

        assertFalse(queue.repeatEmpty(1));
        assertTrue(queue.repeatEmpty(3));
    }

    @Test
    void shouldTakeAsManyNewRequestsAsItsDepthWhateverIsRepeated() {
        read(1);
        answered();
        assertTrue(readAgain(1));
        assertTrue(readAgain(1));
        assertFalse(queue.isFull(1));

        read(2);
        assertTrue(queue.isFull(1));
        assertFalse(queue.isFull(DEPTH));
        assertTrue(readAgain(2));
        assertFalse(queue.isFull(DEPTH));
        read(3);

        assertTrue(queue.isFull(DEPTH), "requests 2 and 3 have had no answer");
    }

    @Test
    void shouldGiveTheRoomOfALateRepeatToANewRequest() {
        for (int psn = 1; psn <= DEPTH; psn++) {
            read(psn);
            answered();
        }
        assertTrue(readAgain(1));

        read(DEPTH + 1);

        assertEquals(DEPTH + 1, answered());
        assertTrue(queue.isEmpty());
    }

    @Test
    void shouldAnswerEachRequestOnceInTheOrderOfPsns() {
        queue.addAtomic(1, 10);
        answered();
        read(2);
        assertTrue(queue.repeatAtomic(1));
        assertTrue(readAgain(2));
        assertTrue(queue.repeatAtomic(1));

        assertEquals(1, answered());
        assertEquals(2, answered());
        assertTrue(queue.isEmpty());
    }

    @Test
    void shouldGoOnWhereItWasAfterAnOlderAnswer() {
        read(1);
        answered();
        queue.addRead(1, 1, 0, 3 * MTU, 2, 0);
        queue.choose();
        queue.sent(MTU);
        assertTrue(readAgain(1));

        assertEquals(1, answered());

        queue.choose();
        assertEquals(2, queue.psn());
        assertEquals(MTU, queue.sent());
    }

    @Test
    void shouldBeginAgainWhereARepeatedReadAsks() {
        queue.addRead(1, 1, 0, 4 * MTU, 5, 0);
        queue.choose();
        queue.sent(3 * MTU);

        assertTrue(queue.repeatRead(1, 2 * MTU, 2 * MTU, 7, MTU, 0));
        assertFalse(queue.repeatRead(1, 2 * MTU, 3 * MTU, 7, MTU, 0), "more than was asked for at first");

        queue.choose();
        assertEquals(7, queue.psn());
        assertEquals(2 * MTU, queue.address());
        assertEquals(0, queue.sent());
        assertEquals(7, answered());
        assertTrue(queue.isEmpty());
    }
}
