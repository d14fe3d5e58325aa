package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.MkeyUnit;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies the list of a {@link KeyRequest} to memory that software cannot change. The list lies in the request or in
 * memory that it names.
 */
final class UmrList {
    private final Protection protection;
    private final DataPiece piece = new DataPiece();
    private MemorySegment list = MemorySegment.NULL;
    /** The answer to the last access to a list in memory. */
    final Grant grant = new Grant(Use.GATHER);

    UmrList(Protection protection) {
        this.protection = protection;
    }

    /** The last list. */
    MemorySegment memory() {
        return list;
    }

    /** Reads the list of a request, unless {@link #grant} refuses. The device itself waits for no page. */
    Outcome read(QpContext qp, int index, KeyRequest request) {
        long bytes = (long) request.entries * MkeyUnit.ENTRY_BYTES;
        if (list.byteSize() < bytes) {
            list = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        if (request.isListInline) {
            qp.queues.keyList(index, request.entries, list);
            return Outcome.GRANTED;
        }
        if (bytes == 0) {
            return Outcome.GRANTED;
        }
        qp.queues.piece(index, request.listPiece, piece);
        if (piece.isInline) {
            return grant.refuse(HcaRule.W1);
        }
        return copy(qp, (int) bytes);
    }

    /** What is copied is the list, whatever length its piece has. */
    private Outcome copy(QpContext qp, int bytes) {
        piece.length = bytes;
        Outcome outcome = protection.local(qp, qp.pd, piece, 0, bytes, SendKind.NO_OPERATION, grant);
        if (outcome == Outcome.GRANTED) {
            protection.dma.read(list, grant);
        }
        return outcome;
    }
}
