package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.port.AtomicValue;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.Outcome;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * Executes atomic writes at the responder: no reader ever sees some of the 8 bytes without the others (IBTA annex A19).
 */
final class AtomicWriteUnit {
    private final Protection protection;
    private final Acknowledgements answers;
    /** The answer to the request that was checked last. */
    private final Grant grant = new Grant(Use.PLACE);

    AtomicWriteUnit(Protection protection, Acknowledgements answers) {
        this.protection = protection;
        this.answers = answers;
    }

    /**
     * Processes an atomic write that is in sequence.
     *
     * @return its verdict
     */
    Verdict receive(QpContext qp, Packet packet) {
        if (!qp.connection.remoteWrite) {
            String values = "remote write is off on QP " + Integer.toHexString(qp.number);
            return refuseAccess(qp, HcaRule.A8, values, packet);
        }
        if (answers.areAllInUse(qp)) {
            return answers.tooMany(qp);
        }
        return switch (check(qp, packet)) {
            case GRANTED -> {
                execute(packet);
                qp.receive.ownResponses().addEmpty(qp.receive.expectedPsn);
                yield answers.answered(qp);
            }
            case REFUSED -> refuse(qp, grant.rule(), packet);
            case WAITS -> answers.notPresent(qp);
        };
    }

    private Verdict refuse(QpContext qp, HcaRule refusal, Packet packet) {
        boolean isInvalid = refusal == HcaRule.T2 || refusal == HcaRule.T10;
        return isInvalid
                ? answers.invalid(qp, refusal, explain(qp, packet))
                : refuseAccess(qp, refusal, explain(qp, packet), packet);
    }

    private Verdict refuseAccess(QpContext qp, HcaRule rule, String values, Packet packet) {
        return answers.refuseAccess(qp, rule, values, rkey(packet), address(packet), AtomicValue.BYTES);
    }

    /** Checks the request and fills {@link #grant}. */
    private Outcome check(QpContext qp, Packet packet) {
        int length = Reth.length(packet.header, offset(packet));
        if (packet.payloadBytes() != AtomicValue.BYTES || length != AtomicValue.BYTES) {
            return grant.refuse(HcaRule.T2);
        }
        if ((address(packet) & AtomicValue.BYTES - 1) != 0) {
            return grant.refuse(HcaRule.T10);
        }
        int bytes = AtomicValue.BYTES;
        return protection.remote(qp, RemoteAccess.ATOMIC_WRITE, rkey(packet), address(packet), bytes, bytes, grant);
    }

    /** Executes a request that was just checked. An aligned value lies in one page. */
    private void execute(Packet packet) {
        protection.dma.scatter(packet, grant);
    }

    private int rkey(Packet packet) {
        return Reth.rkey(packet.header, offset(packet));
    }

    private long address(Packet packet) {
        return Reth.address(packet.header, offset(packet));
    }

    private String explain(QpContext qp, Packet packet) {
        return protection.explain.access("rkey", rkey(packet), address(packet), packet.payloadBytes(), qp);
    }

    private static int offset(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.RETH);
    }
}
