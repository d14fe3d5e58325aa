package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of a process that a queue lies in, and that of its doorbell records, all pinned.
 *
 * @param queue memory of the queue
 * @param records memory of the records, or of what else belongs to the queue
 */
public record RecordedQueue(PinnedQueue queue, List<PinnedQueue> records) implements Backing {
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
     * Pins all of it, or nothing. An address that is not aligned is refused.
     *
     * @param card that gets it
     * @param context of the process
     * @param udata refuses
     * @param queue the queue
     * @param records the records; there is none for a place without bytes
     * @return the memory
     */
    public static RecordedQueue pin(Card card, CardContext context, UdataBytes udata, Place queue, Place... records) {
        check(udata, queue);
        for (Place record : records) {
            check(udata, record);
        }
        List<PinnedQueue> pinned = new ArrayList<>();
        RecordedQueue made = new RecordedQueue(PinnedQueue.pin(card, context, queue.address(), queue.bytes()), pinned);
        try {
            for (Place record : records) {
                if (record.bytes() != 0) {
                    pinned.add(PinnedQueue.pin(card, context, record.address(), record.bytes()));
                }
            }
            return made;
        } catch (VerbsException refused) {
            made.release();
            throw refused;
        }
    }

    private static void check(UdataBytes udata, Place place) {
        boolean isAligned = place.address() % place.alignment() == 0;
        udata.check(isAligned || place.bytes() == 0, String.format("%s=0x%x", place.name(), place.address()));
    }

    /** {@return memory of the queue, as the card sees it} */
    public PinnedRing ring() {
        return queue.ring();
    }

    /** {@return memory of the first record, as the card sees it; there is one} */
    public PinnedRing recordRing() {
        return recordRing(0);
    }

    /**
     * {@return memory of a record, as the card sees it}
     *
     * @param number of it, in the order in which they were pinned
     */
    public PinnedRing recordRing(int number) {
        return records.get(number).ring();
    }

    @Override
    public void release() {
        queue.release();
        records.forEach(PinnedQueue::release);
    }
}
