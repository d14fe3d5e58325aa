package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.manual.Klm;
import dev.fenestra.hw.sim.queue.DataPiece;
import dev.fenestra.hw.sim.queue.KeyRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Copies the list of a {@link KeyRequest}, which lies in the request or in memory that it names, to where software cannot change it any more. */
final class UmrList {
    private final Engine engine;
    private final DataPiece piece = new DataPiece();
    private MemorySegment list = MemorySegment.NULL;

    UmrList(Engine engine) {
        this.engine = engine;
    }

    /** The list read last. */
    MemorySegment memory() {
        return list;
    }

    /** Reads the list of a request. Null when done; else the rule that forbids it. */
    @Nullable
    HcaRule read(QpContext qp, int index, KeyRequest request) {
        long bytes = (long) request.entries * Klm.BYTES;
        if (list.byteSize() < bytes) {
            list = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        if (request.isListInline) {
            qp.queues.keyList(index, request.entries, list);
            return null;
        }
        if (bytes == 0) {
            return null;
        }
        qp.queues.piece(index, request.listPiece, piece);
        return copy(qp, (int) bytes);
    }

    private @Nullable HcaRule copy(QpContext qp, int bytes) {
        HcaRule refusal = engine.checks.local(qp, piece.lkey, piece.address, bytes, false);
        if (refusal == null) {
            refusal = engine.faults.check(qp, FaultSlots.GATHER, PageFaults.NO_OPERATION, bytes, bytes);
        }
        if (refusal == null) {
            engine.dma.read(list, engine.checks.mtt, engine.checks.position, bytes);
        }
        return refusal;
    }

    /** The memory of a list that was refused. */
    String explain(QpContext qp, int entries) {
        return engine.explain.access("lkey", piece.lkey, piece.address, (long) entries * Klm.BYTES, qp);
    }
}
