package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.hca.queue.ReceiveSource;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;

/**
 * A shared receive queue. The card copies a receive to the QP that takes it, so the queue can be exchanged for another
 * while QPs fill what they have taken.
 */
public final class CardSrq implements SharedReceives {
    private static final int COUNT_MASK = 0xffff;

    private PostedQueue queue;
    private int next;

    /**
     * Makes a shared receive queue.
     *
     * @param queue where its receives lie
     */
    public CardSrq(PostedQueue queue) {
        this.queue = queue;
    }

    @Override
    public int take(WorkQueues taker) {
        if (posted() == 0) {
            return EMPTY;
        }
        ((CardQueues) taker).take(queue.segment(next), queue.offset(next), queue.bytes(next), queue.name(next));
        queue.retired(next);
        next = next + 1 & COUNT_MASK;
        return CardQueues.TAKEN;
    }

    @Override
    public int posted() {
        return queue.posted() - next & COUNT_MASK;
    }

    @Override
    public ReceiveSource source(WorkQueues taker) {
        return taker;
    }

    /**
     * Goes over to another queue. The caller has moved there what is posted, from the first slot on.
     *
     * @param other the queue
     */
    public void moveTo(PostedQueue other) {
        queue = other;
        next = 0;
    }

    /** {@return where its receives lie} */
    public PostedQueue queue() {
        return queue;
    }

    /** {@return index of the next receive that is taken} */
    public int next() {
        return next;
    }
}
