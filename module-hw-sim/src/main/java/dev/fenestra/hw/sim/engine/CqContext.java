package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeOwnership;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import java.lang.foreign.MemorySegment;

/** A completion queue as the device knows it: its ring, its doorbell record, and how far it has written. */
public final class CqContext {
    private static final int INDEX_MASK = 0xffffff;

    private final int number;
    private final RingMemory ring;
    private final int logEntries;
    private final MemorySegment record;
    private final long recordOffset;
    private int producer;
    private boolean overrun;

    public CqContext(int number, RingMemory ring, int logEntries, MemorySegment record, long recordOffset) {
        this.number = number;
        this.ring = ring;
        this.logEntries = logEntries;
        this.record = record;
        this.recordOffset = recordOffset;
    }

    public int number() {
        return number;
    }

    /**
     * Writes one entry. Error details lie over the timestamp, so every entry writes them.
     *
     * @return false when there was no room: the entry is lost and the queue dead
     */
    boolean write(
            int userIndex, int immediate, int byteCount, int errorWord, int opcodeAndQpn, int counter, int opcode) {
        int consumer = DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset);
        if (overrun || (producer - consumer & INDEX_MASK) >= 1 << logEntries) {
            overrun = true;
            return false;
        }
        int entry = (producer & (1 << logEntries) - 1) * Cqe.BYTES;
        MemorySegment memory = ring.segment(entry);
        long base = ring.offset(entry);
        Cqe.USER_INDEX.word(memory, base, userIndex);
        Cqe.IMMEDIATE.word(memory, base, immediate);
        Cqe.BYTE_COUNT.word(memory, base, byteCount);
        Cqe.SYNDROME.word(memory, base, errorWord);
        Cqe.QPN.word(memory, base, opcodeAndQpn);
        int owner = producer >>> logEntries & 1;
        CqeOwnership.publish(
                memory, base, Cqe.WQE_COUNTER.place(counter) | Cqe.OPCODE.place(opcode) | Cqe.OWNER.place(owner));
        producer++;
        return true;
    }
}
