package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A completion queue, read as software reads it. */
public final class RawCq {
    private final RawMemory memory;
    private final DoorbellPage doorbell;
    private long[] pages;
    private final long record;
    private int logEntries;
    private final int number;
    private int consumed;

    RawCq(RawMemory memory, DoorbellPage doorbell, long[] pages, long record, int logEntries, int number) {
        this.memory = memory;
        this.doorbell = doorbell;
        this.pages = pages;
        this.record = record;
        this.logEntries = logEntries;
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** Arms like software that has taken a number of events. */
    public void arm(int eventsTaken, boolean solicitedOnly) {
        doorbell.write64(UarPage.CQ_DOORBELL, (long) armSilently(eventsTaken, solicitedOnly) << 32 | number);
    }

    /**
     * Arms like software that rings no doorbell.
     *
     * @return the arm word
     */
    public int armSilently(int eventsTaken, boolean solicitedOnly) {
        int word = CqDoorbell.EVENTS_TAKEN.insert(eventsTaken)
                | (solicitedOnly ? CqDoorbell.SOLICITED_ONLY.insert(1) : 0)
                | CqDoorbell.CONSUMER.insert(consumed);
        DoorbellRecord.publish(DoorbellRecord.SEND, memory.segment(record), memory.offset(record), word);
        return word;
    }

    /** Goes on in another ring, after the marker. */
    public void moveTo(long[] newPages, int newLogEntries) {
        pages = newPages;
        logEntries = newLogEntries;
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

    /** Takes the oldest entry there is. */
    public Entry take() {
        long at = address();
        MemorySegment cqe = memory.segment(at);
        long base = memory.offset(at);
        int opcode = Cqe.OPCODE.get(cqe, base);
        boolean isError = opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
        Entry entry = new Entry(
                opcode,
                isError ? Cqe.SYNDROME.get(cqe, base) : 0,
                isError ? Cqe.VENDOR_SYNDROME.get(cqe, base) : 0,
                Cqe.QPN.get(cqe, base),
                Cqe.WQE_COUNTER.get(cqe, base),
                Cqe.BYTE_COUNT.get(cqe, base),
                Cqe.IMMEDIATE.get(cqe, base),
                Cqe.WQE_OPCODE.get(cqe, base));
        consumed++;
        acknowledge(consumed);
        return entry;
    }

    /** Stores how far the queue was read. */
    public void acknowledge(int count) {
        DoorbellRecord.publish(DoorbellRecord.RECEIVE, memory.segment(record), memory.offset(record), count & 0xffffff);
    }
}
