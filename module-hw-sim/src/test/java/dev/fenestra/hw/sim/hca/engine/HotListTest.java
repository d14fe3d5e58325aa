package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which queues the engine looks at, and when. */
class HotListTest {
    private static final int QUEUES = 1_024;
    private static final long SOON = 1_000;

    private final List<Queue> queues = new ArrayList<>();
    private final HotList<Queue> list = new HotList<>((queue, _) -> queue.look(), () -> this.now + this.lasts);
    private long now;
    /** How long a look takes. */
    private long lasts;

    private static final class Queue {
        int posted;
        int looks;

        boolean look() {
            looks++;
            boolean any = posted > 0;
            posted = 0;
            return any;
        }
    }

    HotListTest() {
        for (int i = 0; i < QUEUES; i++) {
            Queue queue = new Queue();
            queues.add(queue);
            list.add(queue);
        }
        lookAfter(1 + HotList.SELDOM_NANOS);
    }

    private int lookAfter(long nanos) {
        queues.forEach(queue -> queue.looks = 0);
        now += nanos;
        list.look(now);
        return queues.stream().mapToInt(queue -> queue.looks).sum();
    }

    @Test
    void shouldSayWhetherAQueueHadSomethingHotOrIdle() {
        assertFalse(list.look(++now));
        queues.get(20).posted = 1;
        now += 1 + HotList.SELDOM_NANOS;
        assertTrue(list.look(now));
        assertFalse(list.look(++now));
        queues.get(20).posted = 1;
        assertTrue(list.look(++now));
    }

    @Test
    void shouldLookAtFewIdleQueuesWhenLooksFollowEachOther() {
        assertEquals(HotList.SLICE, lookAfter(SOON));
    }

    @Test
    void shouldLookAtEveryQueueOnceInARoundOfSlices() {
        int[] looks = new int[QUEUES];
        for (int i = 0; i < QUEUES / HotList.SLICE; i++) {
            lookAfter(SOON);
            for (int queue = 0; queue < QUEUES; queue++) {
                looks[queue] += queues.get(queue).looks;
            }
        }
        for (int count : looks) {
            assertEquals(1, count);
        }
    }

    @Test
    void shouldLookAtAllQueuesWhenLooksAreFarApart() {
        assertEquals(QUEUES, lookAfter(1 + HotList.SELDOM_NANOS));
    }

    @Test
    void shouldLookAtFewIdleQueuesAgainAfterALookAtAllThatTookLong() {
        lasts = 2 * HotList.SELDOM_NANOS;
        assertEquals(QUEUES, lookAfter(1 + HotList.SELDOM_NANOS));
        assertEquals(HotList.SLICE, lookAfter(lasts + SOON));
    }

    @Test
    void shouldLookAtAQueueEachTimeOnceItHadSomething() {
        queues.get(700).posted = 1;
        lookAfter(1 + HotList.SELDOM_NANOS);
        for (int i = 0; i < 2 * QUEUES; i++) {
            assertEquals(1 + HotList.SLICE, lookAfter(SOON));
            assertEquals(1, queues.get(700).looks);
        }
    }

    @Test
    void shouldCountAQueueAsIdleAgainWhenItHadNothingForAWhile() {
        queues.get(700).posted = 1;
        lookAfter(1 + HotList.SELDOM_NANOS);
        lookAfter(1 + HotList.COOLS_NANOS);
        assertEquals(HotList.SLICE, lookAfter(SOON));
    }

    @Test
    void shouldLookNoMoreAtAQueueThatWasRemoved() {
        queues.get(3).posted = 1;
        lookAfter(1 + HotList.SELDOM_NANOS);
        assertTrue(list.remove(queues.get(3)));
        assertTrue(list.remove(queues.get(1_000)));
        assertFalse(list.remove(queues.get(3)));
        assertEquals(QUEUES - 2, lookAfter(1 + HotList.SELDOM_NANOS));
        assertEquals(0, queues.get(3).looks + queues.get(1_000).looks);
    }

    @Test
    void shouldFindAllThatIsPostedWithinARoundWhateverComesAndGoes() {
        Random random = new Random(15);
        for (int step = 0; step < 200; step++) {
            Collections.shuffle(queues, random);
            list.remove(queues.removeLast());
            Queue added = new Queue();
            queues.add(added);
            list.add(added);
            queues.subList(0, random.nextInt(4)).forEach(queue -> queue.posted = 1);
            for (int i = 0; i <= QUEUES / HotList.SLICE; i++) {
                lookAfter(SOON);
            }
            assertEquals(0, queues.stream().mapToInt(queue -> queue.posted).sum());
        }
    }
}
