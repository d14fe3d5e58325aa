package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.manual.DataSegment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Reads the list of a UMR, which lies in the WQE or in memory that the WQE names, into one piece that software cannot change any more. */
final class UmrList {
    private final Engine engine;
    private MemorySegment list = MemorySegment.NULL;
    /** Of a list in memory that was refused. */
    int lkey;

    long address;

    UmrList(Engine engine) {
        this.engine = engine;
    }

    /** The list read last. */
    MemorySegment memory() {
        return list;
    }

    void readInline(QueueGeometry queues, int wqeIndex, int firstUnit, int units) {
        reserve(units);
        for (int i = 0; i < units; i++) {
            int at = queues.sendUnit(wqeIndex, firstUnit + i);
            MemorySegment.copy(
                    queues.memory().segment(at),
                    queues.memory().offset(at),
                    list,
                    (long) i * DataSegment.BYTES,
                    DataSegment.BYTES);
        }
    }

    /** Reads a list that a data segment of the WQE names. Null when done; else the rule that forbids it. */
    @Nullable
    HcaRule readByPointer(QpContext qp, QueueGeometry queues, int wqeIndex, int unit, int units) {
        int at = queues.sendUnit(wqeIndex, unit);
        MemorySegment memory = queues.memory().segment(at);
        long base = queues.memory().offset(at);
        int bytes = units * DataSegment.BYTES;
        lkey = DataSegment.LKEY.get(memory, base);
        address = DataSegment.ADDRESS.getLong(memory, base);
        HcaRule refusal = engine.checks.local(qp, lkey, address, bytes, false);
        if (refusal == null) {
            refusal = engine.faults.check(qp, FaultSlots.GATHER, PageFaults.NO_OPERATION, bytes, bytes);
        }
        if (refusal == null) {
            reserve(units);
            engine.dma.read(list, engine.checks.mtt, engine.checks.position, bytes);
        }
        return refusal;
    }

    private void reserve(int units) {
        if (list.byteSize() < (long) units * DataSegment.BYTES) {
            list = Arena.ofAuto().allocate((long) units * DataSegment.BYTES, Long.BYTES);
        }
    }
}
