package dev.fenestra.hw.sim.hca.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AckQueueTest {

    /** What was owed, oldest first; the queue is empty then. */
    private static List<List<Integer>> drained(AckQueue queue) {
        List<List<Integer>> owed = new ArrayList<>();
        while (!queue.isEmpty()) {
            owed.add(List.of(queue.psn(), queue.syndrome(), queue.messageCount()));
            queue.removeOldest();
        }
        return owed;
    }

    @Test
    void shouldKeepTheLatestAckOnlyWhenCoalescing() {
        AckQueue queue = new AckQueue(true);
        queue.add(5, Aeth.ACK, 1);
        queue.add(7, Aeth.ACK, 2);

        assertEquals(List.of(List.of(7, Aeth.ACK, 2)), drained(queue));
    }

    @Test
    void shouldKeepEveryAckInOrderWhenNotCoalescing() {
        AckQueue queue = new AckQueue(false);
        List<List<Integer>> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            queue.add(i, Aeth.ACK, i);
            expected.add(List.of(i, Aeth.ACK, i));
            if (i % 3 == 2) {
                assertEquals(expected.removeFirst(), List.of(queue.psn(), queue.syndrome(), queue.messageCount()));
                queue.removeOldest();
            }
        }

        assertEquals(expected, drained(queue));
    }

    @Test
    void shouldNotLoseANakToTheAckOfARepeatedRequest() {
        AckQueue queue = new AckQueue(true);
        queue.add(5, Aeth.NAK_PSN_SEQUENCE, 3);
        queue.add(4, Aeth.ACK, 3);

        assertEquals(List.of(List.of(5, Aeth.NAK_PSN_SEQUENCE, 3)), drained(queue));
    }

    @Test
    void shouldForgetANakWhenWhatItAskedForHasCome() {
        AckQueue queue = new AckQueue(true);
        queue.add(0xffffff, Aeth.NAK_PSN_SEQUENCE, 3);
        queue.add(0, Aeth.ACK, 5);

        assertEquals(List.of(List.of(0, Aeth.ACK, 5)), drained(queue));
    }

    @Test
    void shouldOweNothingAfterClear() {
        AckQueue queue = new AckQueue(false);
        queue.add(1, Aeth.ACK, 1);
        queue.clear();

        assertTrue(queue.isEmpty());
    }
}
