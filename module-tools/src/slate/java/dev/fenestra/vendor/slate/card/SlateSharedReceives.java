package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.queue.ReceiveSource;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import java.lang.foreign.MemorySegment;

/**
 * A shared receive queue. The card copies a descriptor to the QP that takes it, so a ring can be exchanged for another
 * while QPs fill what they have taken.
 */
final class SlateSharedReceives implements SharedReceives {
    private static final int COUNT_MASK = 0xffff;

    private CardMemory memory;
    private int entries;
    private int taken;
    private volatile int posted;

    SlateSharedReceives(CardMemory memory, int entries) {
        this.memory = memory;
        this.entries = entries;
    }

    void doorbell(int count) {
        posted = count & COUNT_MASK;
    }

    @Override
    public int take(WorkQueues taker) {
        if (posted() == 0) {
            return EMPTY;
        }
        int at = SharedRing.at(taken, entries);
        ((SlateQueues) taker).take(memory.segment(at), memory.offset(at));
        taken = taken + 1 & COUNT_MASK;
        publishTaken();
        return SlateQueues.TAKEN;
    }

    @Override
    public int posted() {
        return posted - taken & COUNT_MASK;
    }

    @Override
    public ReceiveSource source(WorkQueues taker) {
        return taker;
    }

    /**
     * Goes over to another ring, with all that is posted. Nothing is done when it has less room.
     *
     * @param newEntries a power of two
     * @return receives posted
     */
    int resize(CardMemory ring, int newEntries) {
        int outstanding = posted();
        if (outstanding <= newEntries) {
            for (int i = 0; i < outstanding; i++) {
                int from = SharedRing.at(taken + i, entries);
                int to = SharedRing.at(taken + i, newEntries);
                MemorySegment.copy(
                        memory.segment(from), memory.offset(from), ring.segment(to), ring.offset(to), Descriptor.BYTES);
            }
            memory = ring;
            entries = newEntries;
            publishTaken();
        }
        return outstanding;
    }

    private void publishTaken() {
        SharedRing.publishTaken(memory.segment(0), memory.offset(0), taken);
    }
}
