package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.ReceiveSource;
import dev.fenestra.hw.sim.hca.queue.SharedReceives;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import java.lang.foreign.MemorySegment;

/**
 * The WQEs of an SRQ in the mlx5 format, linked by index. The doorbell record counts the posted ones. A WQE belongs to
 * the QP that takes it until it completes. The device never returns it to the list; software links it again.
 */
public final class LinkedReceives implements SharedReceives, ReceiveSource {
    private static final int COUNTER_MASK = 0xffff;

    private final RingMemory ring;
    private final int mask;
    private final int stride;
    private final MemorySegment record;
    private final long recordOffset;
    private int head;
    private int taken;

    /**
     * Makes the receives of an SRQ.
     *
     * @param ring its pages
     * @param wqes a power of two
     * @param stride bytes of a WQE, a power of two
     * @param record memory of the doorbell record
     * @param recordOffset offset of the record, bytes
     */
    public LinkedReceives(RingMemory ring, int wqes, int stride, MemorySegment record, long recordOffset) {
        this.ring = ring;
        mask = wqes - 1;
        this.stride = stride;
        this.record = record;
        this.recordOffset = recordOffset;
    }

    @Override
    public int take(WorkQueues taker) {
        if (posted() == 0) {
            return EMPTY;
        }
        int index = head;
        int at = index * stride;
        head = SrqNextSegment.NEXT.get(ring.segment(at), ring.offset(at)) & mask;
        taken = taken + 1 & COUNTER_MASK;
        return index;
    }

    @Override
    public int posted() {
        return DoorbellRecord.observe(DoorbellRecord.RECEIVE, record, recordOffset) - taken & COUNTER_MASK;
    }

    @Override
    public ReceiveSource source(WorkQueues taker) {
        return this;
    }

    @Override
    public boolean receivePiece(int index, int number, DataPiece into) {
        int at = index * stride + SrqNextSegment.BYTES + number * DataSegment.BYTES;
        return number < stride / DataSegment.BYTES - 1 && QueueGeometry.receivePiece(ring, at, into);
    }
}
