package dev.fenestra.vendor.slate.card;

import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A completion queue: a ring of entries, and a register that says how many of them software has taken. */
public final class SlateCompletionRing implements CompletionRing {
    private final int number;
    private final CardMemory memory;
    private final int entries;
    private int written;
    private volatile int taken;
    private boolean dead;
    private final @Nullable PostedRecord record;

    /**
     * @param hasRecord whether a word behind the ring says how many entries are taken
     */
    SlateCompletionRing(int number, CardMemory memory, int entries, boolean hasRecord) {
        this.number = number;
        this.memory = memory;
        this.entries = entries;
        record = hasRecord ? new PostedRecord(memory, entries * Entry.BYTES) : null;
    }

    void doorbell(int count) {
        taken = count;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public boolean write(WorkQueues queues, Completion completion) {
        if (dead || written - (record == null ? taken : record.first()) >= entries) {
            return false;
        }
        int at = (written & entries - 1) * Entry.BYTES;
        MemorySegment segment = memory.segment(at);
        long base = memory.offset(at);
        boolean isReceive =
                completion.kind != CompletionKind.REQUEST && completion.kind != CompletionKind.REQUEST_FAILED;
        Entry.COOKIE.setLong(segment, base, ((SlateQueues) queues).cookie(isReceive, completion.index));
        Entry.QPN.set(segment, base, completion.qpn);
        Entry.BYTE_COUNT.set(segment, base, completion.byteCount);
        Entry.IMMEDIATE.set(segment, base, immediate((SlateQueues) queues, completion));
        Entry.STATUS.set(segment, base, completion.status.ordinal());
        Entry.KIND.set(segment, base, kind(completion.kind));
        Entry.OPCODE.set(segment, base, SlateOpcode.fromEngine(completion.opcode));
        Entry.RULE.set(segment, base, completion.rule);
        Entry.COUNT.set(segment, base, completion.index + 1 & 0xffff);
        Entry.publish(segment, base, ++written);
        return true;
    }

    @Override
    public boolean die() {
        boolean wasAlive = !dead;
        dead = true;
        return wasAlive;
    }

    /** An invalidate tells which key it was, as a receive does. */
    private static int immediate(SlateQueues queues, Completion completion) {
        boolean invalidate = completion.kind == CompletionKind.REQUEST && completion.opcode == SendOpcode.LOCAL_INV;
        return invalidate ? queues.immediate(completion.index) : completion.immediate;
    }

    private static int kind(CompletionKind kind) {
        return switch (kind) {
            case REQUEST, REQUEST_FAILED -> Entry.REQUEST;
            case RECEIVE_SEND_IMM -> Entry.RECEIVE_IMM;
            case RECEIVE_SEND_INV -> Entry.RECEIVE_INV;
            case RECEIVE_WRITE_IMM -> Entry.RECEIVE_WRITE_IMM;
            case RECEIVE_SEND, RECEIVE_FAILED -> Entry.RECEIVE;
        };
    }
}
