package dev.fenestra.hw.sim.hca.respond;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.ReceiveState;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.XrcEth;
import org.jspecify.annotations.Nullable;

/**
 * Finds the SRQ that each request of an XRC target names. That SRQ determines the source of receives, their CQ, and the
 * PD of the keys of the request (IBA annex A14).
 */
public final class XrcUnit {
    private final SrqTable queues;

    /**
     * Makes a unit.
     *
     * @param queues finds SRQs
     */
    public XrcUnit(SrqTable queues) {
        this.queues = queues;
    }

    /**
     * Makes the QP act for the SRQ that a request in sequence names.
     *
     * @return null when done; else the rule that forbids it
     */
    @Nullable
    HcaRule admit(QpContext qp, Packet packet) {
        SrqContext srq = queues.find(srqn(packet));
        if (srq == null || !srq.isXrc()) {
            return HcaRule.X1;
        }
        if (srq.xrcDomain != qp.xrcDomain) {
            return HcaRule.X2;
        }
        // A message whose first packet was sent away for a missing page may have taken its receive already.
        boolean isMidway = qp.receive.expectedPart != ReceiveState.NO_MESSAGE || qp.receive.slot.taken;
        if (isMidway && srq != qp.srq) {
            return HcaRule.X3;
        }
        qp.actFor(srq);
        return null;
    }

    String explain(QpContext qp, Packet packet) {
        SrqContext srq = queues.find(srqn(packet));
        String found = srq == null || !srq.isXrc() ? "no XRC SRQ" : "domain " + srq.xrcDomain;
        return String.format("srq=0x%06x: %s; QP=0x%x domain %d", srqn(packet), found, qp.number, qp.xrcDomain);
    }

    private static int srqn(Packet packet) {
        return XrcEth.srqn(packet.header, Bth.BYTES);
    }
}
