package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.hw.sim.manual.Field;
import dev.fenestra.ib.core.spi.UserMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Doorbell records of a context: a cache line each, as many as fit to a page. */
final class DoorbellRecords {
    private static final int PAGE_BYTES = 4096;

    private final UserMemory memory;
    private final List<Long> pages = new ArrayList<>();
    private final ArrayDeque<Record> free = new ArrayDeque<>();

    /**
     * One record.
     *
     * @param address virtual address
     * @param segment memory it lies in
     * @param offset in that memory
     */
    record Record(long address, MemorySegment segment, long offset) {
        void publish(Field counter, int value) {
            DoorbellRecord.publish(counter, segment, offset, value);
        }

        void clear() {
            publish(DoorbellRecord.RECEIVE, 0);
            publish(DoorbellRecord.SEND, 0);
        }
    }

    DoorbellRecords(UserMemory memory) {
        this.memory = memory;
    }

    /** A zeroed record. */
    synchronized Record take() {
        if (free.isEmpty()) {
            addPage();
        }
        Record record = free.remove();
        record.clear();
        return record;
    }

    private void addPage() {
        long page = memory.allocate(PAGE_BYTES);
        pages.add(page);
        MemorySegment segment = memory.segment(page);
        long offset = memory.offset(page);
        for (int at = 0; at < PAGE_BYTES; at += DoorbellRecord.SPACING) {
            free.add(new Record(page + at, segment, offset + at));
        }
    }

    synchronized void give(Record record) {
        free.add(record);
    }

    synchronized void close() {
        pages.forEach(memory::free);
        pages.clear();
        free.clear();
    }
}
