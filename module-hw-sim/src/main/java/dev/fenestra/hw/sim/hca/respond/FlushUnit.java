package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Feth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * Checks FLUSH requests at the responder (IBTA annex A19). There is nothing to execute: bytes that the device has
 * written are visible at once, and as persistent as host memory is. Pages to be persistent must be present in memory
 * that is paged on demand (rxe_resp.c process_flush, rxe_odp.c rxe_odp_flush_pmem_iova). Bytes to be visible need no
 * page: a page that was taken from the device took them along.
 */
final class FlushUnit {
    private static final int GLOBAL = 1;
    private static final int PERSISTENT = 2;
    /** All that the key covers; the range of the request is ignored. */
    private static final int WHOLE = 1;

    private final Protection protection;
    private final Acknowledgements answers;
    /** The answer to the request that was checked last. */
    private final Grant grant = new Grant(Use.PLACE);

    FlushUnit(Protection protection, Acknowledgements answers) {
        this.protection = protection;
        this.answers = answers;
    }

    /**
     * Processes a FLUSH that is in sequence.
     *
     * @return its verdict
     */
    Verdict receive(QpContext qp, Packet packet) {
        int types = types(packet);
        if ((types & ~qp.connection.remoteFlush) != 0) {
            String values = "types " + types + " are off on QP " + Integer.toHexString(qp.number);
            return refuse(qp, HcaRule.A8, values, packet);
        }
        if (answers.areAllInUse(qp)) {
            return answers.tooMany(qp);
        }
        return switch (check(qp, packet)) {
            case GRANTED -> {
                qp.receive.ownResponses().addEmpty(qp.receive.expectedPsn);
                yield answers.answered(qp);
            }
            case REFUSED -> refuse(qp, grant.rule(), explain(qp, packet), packet);
            case WAITS -> answers.notPresent(qp);
        };
    }

    private Verdict refuse(QpContext qp, HcaRule rule, String values, Packet packet) {
        return answers.refuseAccess(qp, rule, values, rkey(packet), address(packet), length(packet));
    }

    /** {@return the effect that the request asks for: bit 0 globally visible, bit 1 persistent} */
    private int types(Packet packet) {
        return Feth.placementType(packet.header, feth(packet));
    }

    /** Checks the request and fills {@link #grant}. */
    private Outcome check(QpContext qp, Packet packet) {
        int right = (types(packet) & GLOBAL) != 0 ? Rights.FLUSH_GLOBAL : Rights.NONE;
        right |= (types(packet) & PERSISTENT) != 0 ? Rights.FLUSH_PERSISTENT : Rights.NONE;
        boolean isWhole = Feth.selectivity(packet.header, feth(packet)) == WHOLE;
        return protection.flush(qp, rkey(packet), address(packet), length(packet), isWhole, right, grant);
    }

    private int rkey(Packet packet) {
        return Reth.rkey(packet.header, reth(packet));
    }

    private long address(Packet packet) {
        return Reth.address(packet.header, reth(packet));
    }

    private long length(Packet packet) {
        return Reth.length(packet.header, reth(packet)) & 0xffffffffL;
    }

    private String explain(QpContext qp, Packet packet) {
        return protection.explain.access("rkey", rkey(packet), address(packet), length(packet), qp);
    }

    private static int feth(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.FETH);
    }

    private static int reth(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
