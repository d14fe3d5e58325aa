package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.PinnedRing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a process that a queue lies in, and that of its doorbell record, both pinned.
 *
 * @param queue memory of the queue
 * @param record memory of the record; null for a queue without one
 */
public record RecordedQueue(PinnedQueue queue, @Nullable PinnedQueue record) implements Backing {
    /**
     * Memory that a user half names.
     *
     * @param name of its address, for refusals
     * @param address of the first byte
     * @param bytes of it; 0 for none
     * @param alignment of the address, bytes
     */
    public record Place(String name, long address, int bytes, int alignment) {}

    /**
     * Pins both. An address that is not aligned is refused.
     *
     * @param card that gets them
     * @param context of the process
     * @param udata refuses
     * @param queue the queue
     * @param record the record
     * @return both
     */
    public static RecordedQueue pin(Card card, CardContext context, UdataBytes udata, Place queue, Place record) {
        check(udata, queue);
        check(udata, record);
        PinnedQueue pinned = PinnedQueue.pin(card, context, queue.address(), queue.bytes());
        return new RecordedQueue(
                pinned, record.bytes() == 0 ? null : pinned.with(card, record.address(), record.bytes()));
    }

    private static void check(UdataBytes udata, Place place) {
        boolean isAligned = place.address() % place.alignment() == 0;
        udata.check(isAligned || place.bytes() == 0, String.format("%s=0x%x", place.name(), place.address()));
    }

    /** {@return memory of the queue, as the card sees it} */
    public PinnedRing ring() {
        return queue.ring();
    }

    /** {@return memory of the record, as the card sees it; there is one} */
    public PinnedRing recordRing() {
        return Objects.requireNonNull(record).ring();
    }

    @Override
    public void release() {
        queue.release();
        if (record != null) {
            record.release();
        }
    }
}
