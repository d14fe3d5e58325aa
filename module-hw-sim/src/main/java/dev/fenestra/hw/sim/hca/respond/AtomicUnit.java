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
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Operation;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/** Executes atomics at the responder: checks, then one read and one write of host memory with nothing in between. */
final class AtomicUnit {
    private final Protection protection;
    private final Acknowledgements answers;
    /** The answer to the request that was checked last. */
    private final Grant grant = new Grant(Use.PLACE);

    private final AtomicValue value = new AtomicValue();
    /** The value before the last operation. */
    private long original;

    AtomicUnit(Protection protection, Acknowledgements answers) {
        this.protection = protection;
        this.answers = answers;
    }

    /**
     * Processes an atomic that is in sequence.
     *
     * @return its verdict
     */
    Verdict receive(QpContext qp, Packet packet) {
        if (!qp.connection.remoteAtomic) {
            String values = "remote atomics are off on QP " + Integer.toHexString(qp.number);
            return refuseAccess(qp, HcaRule.A8, values, packet);
        }
        if (answers.areAllInUse(qp)) {
            return answers.tooMany(qp);
        }
        return switch (check(qp, packet)) {
            case GRANTED -> {
                execute(packet);
                qp.receive.ownResponses().addAtomic(qp.receive.expectedPsn, original);
                yield answers.answered(qp);
            }
            case REFUSED -> refuse(qp, grant.rule(), packet);
            case WAITS -> answers.notPresent(qp);
        };
    }

    private Verdict refuse(QpContext qp, HcaRule refusal, Packet packet) {
        boolean isInvalid = refusal == HcaRule.T10;
        return isInvalid
                ? answers.invalid(qp, refusal, explain(qp, packet))
                : refuseAccess(qp, refusal, explain(qp, packet), packet);
    }

    private Verdict refuseAccess(QpContext qp, HcaRule rule, String values, Packet packet) {
        return answers.refuseAccess(qp, rule, values, rkey(packet), address(packet), AtomicValue.BYTES);
    }

    /** Checks the request and fills {@link #grant}. */
    private Outcome check(QpContext qp, Packet packet) {
        int at = offset(packet);
        long address = AtomicEth.address(packet.header, at);
        if ((address & AtomicValue.BYTES - 1) != 0) {
            return grant.refuse(HcaRule.T10);
        }
        int bytes = AtomicValue.BYTES;
        int rkey = AtomicEth.rkey(packet.header, at);
        return protection.remote(qp, RemoteAccess.ATOMIC, rkey, address, bytes, bytes, grant);
    }

    /** Executes a request that was just checked. */
    private void execute(Packet packet) {
        int at = offset(packet);
        protection.dma.read(value.memory(), grant);
        original = value.get();
        long operand = AtomicEth.swapOrAdd(packet.header, at);
        if (Operation.of(Bth.opcode(packet.header, 0)) == Operation.FETCH_ADD) {
            value.set(original + operand);
        } else if (original == AtomicEth.compare(packet.header, at)) {
            value.set(operand);
        }
        protection.dma.scatter(value.asPayload(), grant);
    }

    private int rkey(Packet packet) {
        return AtomicEth.rkey(packet.header, offset(packet));
    }

    private long address(Packet packet) {
        return AtomicEth.address(packet.header, offset(packet));
    }

    private String explain(QpContext qp, Packet packet) {
        return protection.explain.access("rkey", rkey(packet), address(packet), AtomicValue.BYTES, qp);
    }

    private static int offset(Packet packet) {
        return WireOpcode.offsetOf(Bth.opcode(packet.header, 0), OpcodeMask.ATOMIC_ETH);
    }
}
