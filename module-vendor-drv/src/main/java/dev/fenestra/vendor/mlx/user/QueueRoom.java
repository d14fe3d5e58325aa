package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * Where queues lie.
 *
 * @param rings gives memory for each ring
 * @param records gives each its doorbell record
 */
record QueueRoom(UserMemory rings, DoorbellRecords records) {

    /** When there is no room for a record, nobody keeps the buffer. */
    DoorbellRecords.Record recordFor(QueueBuffer buffer) {
        try {
            return records.take();
        } catch (VerbsException full) {
            buffer.free();
            throw full;
        }
    }
}
