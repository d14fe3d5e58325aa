package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * The memory of queues.
 *
 * @param rings allocates each ring
 * @param records allocates each doorbell record
 */
record QueueRoom(UserMemory rings, DoorbellRecords records) {

    /** Without room for a record, the buffer is freed. */
    DoorbellRecords.Record recordFor(QueueBuffer buffer) {
        try {
            return records.take();
        } catch (VerbsException full) {
            buffer.free();
            throw full;
        }
    }
}
