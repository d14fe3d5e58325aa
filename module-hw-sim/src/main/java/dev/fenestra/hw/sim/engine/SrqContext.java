package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.DataSegment;
import dev.fenestra.hw.sim.manual.DoorbellRecord;
import dev.fenestra.hw.sim.manual.SrqNextSegment;
import dev.fenestra.hw.sim.queue.CompletionRing;
import dev.fenestra.hw.sim.queue.DataPiece;
import dev.fenestra.hw.sim.queue.ReceiveSource;
import java.lang.foreign.MemorySegment;

/**
 * A shared receive queue as the device knows it: WQEs linked by index, of which as many are posted as the doorbell record counts. A WQE
 * taken by a QP is that QP's until it completes; the device never gives it back to the list, software links it anew.
 */
public final class SrqContext implements ReceiveSource {
    /** No receive is posted. */
    static final int EMPTY = -1;
    /** An ordinary SRQ: QPs are attached to it, requests never name it. */
    public static final int NO_DOMAIN = -1;

    private static final int COUNTER_MASK = 0xffff;

    public final int number;
    public final int pd;
    /** XRC: the domain, else {@link #NO_DOMAIN}. */
    public int xrcDomain = NO_DOMAIN;
    /** XRC: where its receives complete, and what names it there. */
    CompletionRing completions = NoQueues.INSTANCE;

    int userIndex;
    private final RingMemory ring;
    private final int mask;
    private final int stride;
    private final MemorySegment record;
    private final long recordOffset;
    private int head;
    private int taken;
    private int limit;
    private int users;

    /**
     * @param wqes a power of two
     * @param stride bytes of a WQE, a power of two
     */
    public SrqContext(
            int number, int pd, RingMemory ring, int wqes, int stride, MemorySegment record, long recordOffset) {
        this.number = number;
        this.pd = pd;
        this.ring = ring;
        mask = wqes - 1;
        this.stride = stride;
        this.record = record;
        this.recordOffset = recordOffset;
    }

    /** Makes it an XRC SRQ, once, before it is used. */
    public void joinDomain(int domain, CompletionRing cq, int newUserIndex) {
        xrcDomain = domain;
        completions = cq;
        userIndex = newUserIndex;
    }

    public boolean isXrc() {
        return xrcDomain != NO_DOMAIN;
    }

    /** Takes the next WQE off the list: its index, or {@link #EMPTY}. */
    int take() {
        if (posted() == 0) {
            return EMPTY;
        }
        int index = head;
        int at = index * stride;
        head = SrqNextSegment.NEXT.get(ring.segment(at), ring.offset(at)) & mask;
        taken = taken + 1 & COUNTER_MASK;
        return index;
    }

    /** Receives posted and not taken. */
    public int posted() {
        return DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset) - taken & COUNTER_MASK;
    }

    /** Sets the limit; 0 for none. */
    public void limit(int receives) {
        limit = receives;
    }

    /** The limit, until it was passed once. */
    public int limit() {
        return limit;
    }

    /** Whether fewer receives are left than the limit; then the limit is spent. */
    boolean passesLimit() {
        boolean passed = limit != 0 && posted() < limit;
        if (passed) {
            limit = 0;
        }
        return passed;
    }

    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        int at = index * stride + SrqNextSegment.BYTES + number * DataSegment.BYTES;
        return number < stride / DataSegment.BYTES - 1 && QueueGeometry.receivePiece(ring, at, into);
    }

    /** A QP that takes its receives here comes, 1, or goes, -1. */
    void users(int change) {
        users += change;
    }

    public boolean isUsed() {
        return users > 0;
    }
}
