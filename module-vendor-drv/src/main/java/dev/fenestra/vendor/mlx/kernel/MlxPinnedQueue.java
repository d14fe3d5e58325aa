package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;

/**
 * A user-space queue pinned for the device: its buffer and its doorbell record.
 *
 * @param memory of the process
 * @param buffer the ring or rings
 * @param record the page that holds the doorbell record
 */
record MlxPinnedQueue(AddressSpace memory, PinnedPages buffer, PinnedPages record) {
    private static final int PAGE_BYTES = 4096;
    /** A buffer may begin at any multiple of this on a page. */
    private static final int START_UNIT = 64;

    /** Pins both, or neither. EINVAL for an alignment that the device cannot use, EFAULT where nothing is mapped. */
    static MlxPinnedQueue pin(AddressSpace memory, long buffer, long bytes, long record) {
        checkAligned(buffer, record);
        PinnedPages pages = memory.pin(buffer, bytes, true);
        try {
            return new MlxPinnedQueue(memory, pages, memory.pin(record, DoorbellRecord.BYTES, true));
        } catch (VerbsException refused) {
            memory.unpin(pages);
            throw refused;
        }
    }

    /**
     * Pins another buffer for the same record. EINVAL for an alignment that the device cannot use, EFAULT where nothing
     * is mapped.
     */
    MlxPinnedQueue pinOther(long other, long bytes) {
        checkAligned(other, record.address());
        return new MlxPinnedQueue(memory, memory.pin(other, bytes, true), record);
    }

    private static void checkAligned(long buffer, long record) {
        if (buffer % START_UNIT != 0 || record % DoorbellRecord.BYTES != 0) {
            throw new VerbsException(MlxRule.UDATA, String.format("buffer=0x%x record=0x%x", buffer, record));
        }
    }

    /** The offset of the buffer in its first page, in the units of queue contexts. */
    int pageOffset() {
        return (int) (buffer.address() & PAGE_BYTES - 1) / START_UNIT;
    }

    /** Pins a queue that keeps its record in another place. */
    void unpinBuffer() {
        memory.unpin(buffer);
    }

    long recordBusAddress() {
        return record.busAddress(0);
    }

    /** The word of a CQ's record that asks for an event. */
    int armWord() {
        long address = record.address();
        return DoorbellRecord.observe(DoorbellRecord.SEND, memory.segment(address), memory.offset(address));
    }

    void unpin() {
        memory.unpin(buffer);
        memory.unpin(record);
    }
}
