package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.ib.core.spi.UserMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The doorbell records of a context. Each has a cache line of a shared page. */
final class DoorbellRecords {
    private static final int PAGE_BYTES = 4096;

    private final UserMemory memory;
    private final boolean keeps;
    private final List<Long> pages = new ArrayList<>();
    private final ArrayDeque<Record> free = new ArrayDeque<>();
    private int taken;

    /**
     * One record.
     *
     * @param address virtual address
     * @param segment memory it lies in
     * @param offset in that memory
     * @param records it is one of
     */
    record Record(long address, MemorySegment segment, long offset, DoorbellRecords records) {
        void publish(Field counter, int value) {
            DoorbellRecord.publish(counter, segment, offset, value);
        }

        void clear() {
            publish(DoorbellRecord.RECEIVE, 0);
            publish(DoorbellRecord.SEND, 0);
        }

        /** Gives the record back. */
        void give() {
            records.give(this);
        }
    }

    private DoorbellRecords(UserMemory memory, boolean keeps) {
        this.memory = memory;
        this.keeps = keeps;
    }

    /** Keeps its pages until it is closed. */
    static DoorbellRecords keeping(UserMemory memory) {
        return new DoorbellRecords(memory, true);
    }

    /** Frees its pages whenever no record is in use. It need not be closed. */
    static DoorbellRecords givingBack(UserMemory memory) {
        return new DoorbellRecords(memory, false);
    }

    /** A zeroed record. */
    synchronized Record take() {
        if (free.isEmpty()) {
            addPage();
        }
        Record record = free.remove();
        record.clear();
        taken++;
        return record;
    }

    private void addPage() {
        long page = memory.allocate(PAGE_BYTES);
        pages.add(page);
        MemorySegment segment = memory.segment(page);
        long offset = memory.offset(page);
        for (int at = 0; at < PAGE_BYTES; at += DoorbellRecord.SPACING) {
            free.add(new Record(page + at, segment, offset + at, this));
        }
    }

    synchronized void give(Record record) {
        free.add(record);
        taken--;
        if (taken == 0 && !keeps) {
            close();
        }
    }

    synchronized void close() {
        pages.forEach(memory::free);
        pages.clear();
        free.clear();
    }
}
