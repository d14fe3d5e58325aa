package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeOwnership;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A completion queue, read as software reads it. */
public final class RawCq {
    private final RawMemory memory;
    private final long[] pages;
    private final long record;
    private final int logEntries;
    private final int number;
    private int consumed;

    RawCq(RawMemory memory, long[] pages, long record, int logEntries, int number) {
        this.memory = memory;
        this.pages = pages;
        this.record = record;
        this.logEntries = logEntries;
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** Takes all entries there are. */
    public List<Entry> drain() {
        List<Entry> entries = new ArrayList<>();
        while (hasNext()) {
            entries.add(take());
        }
        return entries;
    }

    private long address() {
        int entry = (consumed & (1 << logEntries) - 1) * Cqe.BYTES;
        return pages[entry / RawMemory.PAGE] + entry % RawMemory.PAGE;
    }

    public boolean hasNext() {
        long at = address();
        int lastWord = CqeOwnership.observe(memory.segment(at), memory.offset(at));
        return CqeOwnership.isSoftwares(lastWord, consumed, logEntries);
    }

    private Entry take() {
        long at = address();
        MemorySegment cqe = memory.segment(at);
        long base = memory.offset(at);
        int opcode = Cqe.OPCODE.get(cqe, base);
        Entry entry = new Entry(
                opcode,
                Cqe.SYNDROME.get(cqe, base),
                Cqe.VENDOR_SYNDROME.get(cqe, base),
                Cqe.QPN.get(cqe, base),
                Cqe.WQE_COUNTER.get(cqe, base),
                Cqe.BYTE_COUNT.get(cqe, base),
                Cqe.IMMEDIATE.get(cqe, base),
                Cqe.WQE_OPCODE.get(cqe, base));
        consumed++;
        acknowledge(consumed);
        return entry;
    }

    /** Tells the device how far the queue was read. */
    public void acknowledge(int count) {
        DoorbellRecord.publish(DoorbellRecord.RECEIVE, memory.segment(record), memory.offset(record), count & 0xffffff);
    }
}
