package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeOwnership;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.hw.sim.queue.Completion;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.WorkQueues;
import java.lang.foreign.MemorySegment;

/** A completion queue in the mlx5 format: its ring, its doorbell record, and how far it has written. */
public final class CqContext implements CompletionRing {
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

    @Override
    public int number() {
        return number;
    }

    /** Error details lie over the timestamp, so every entry writes them. */
    @Override
    public boolean write(WorkQueues queues, Completion completion) {
        int consumer = DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset);
        if (overrun || (producer - consumer & INDEX_MASK) >= 1 << logEntries) {
            overrun = true;
            return false;
        }
        int entry = (producer & (1 << logEntries) - 1) * Cqe.BYTES;
        MemorySegment memory = ring.segment(entry);
        long base = ring.offset(entry);
        int errorWord = Cqe.VENDOR_SYNDROME.place(completion.rule) | Cqe.SYNDROME.place(completion.syndrome);
        Cqe.USER_INDEX.word(memory, base, completion.userIndex);
        Cqe.IMMEDIATE.word(memory, base, completion.immediate);
        Cqe.BYTE_COUNT.word(memory, base, completion.byteCount);
        Cqe.SYNDROME.word(memory, base, errorWord);
        Cqe.QPN.word(memory, base, Cqe.WQE_OPCODE.place(completion.opcode) | completion.qpn);
        int place = Cqe.WQE_COUNTER.place(completion.index) | Cqe.OWNER.place(producer >>> logEntries & 1);
        CqeOwnership.publish(memory, base, place | Cqe.OPCODE.place(completion.kind));
        producer++;
        return true;
    }
}
