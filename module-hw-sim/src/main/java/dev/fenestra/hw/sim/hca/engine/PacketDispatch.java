package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.fast.PacketBursts;
import dev.fenestra.hw.sim.hca.port.Admission;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpTable;
import dev.fenestra.hw.sim.hca.request.Completer;
import dev.fenestra.hw.sim.hca.respond.DatagramReceiver;
import dev.fenestra.hw.sim.hca.respond.ReliableDatagrams;
import dev.fenestra.hw.sim.hca.respond.Responder;
import dev.fenestra.hw.sim.hca.respond.UnreliableResponder;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import org.jspecify.annotations.Nullable;

/** Hands each arriving packet to its unit. */
final class PacketDispatch {
    private final QpTable qps;
    private final PacketBursts bursts;
    private final Responder responder;
    private final Completer completer;
    private final UnreliableResponder unreliable;
    private final DatagramReceiver datagrams;
    private final ReliableDatagrams reliable;
    private final Watch watch;

    PacketDispatch(
            QpTable qps,
            PacketBursts bursts,
            Responder responder,
            Completer completer,
            UnreliableResponder unreliable,
            DatagramReceiver datagrams,
            ReliableDatagrams reliable,
            Watch watch) {
        this.qps = qps;
        this.bursts = bursts;
        this.responder = responder;
        this.completer = completer;
        this.unreliable = unreliable;
        this.datagrams = datagrams;
        this.reliable = reliable;
        this.watch = watch;
    }

    /**
     * Receives a packet or a burst.
     *
     * @return the verdict; of a burst, that of its last packet
     */
    Verdict receive(Packet arrived, long now) {
        int mask = WireOpcode.maskOf(Bth.opcode(arrived.header, 0));
        QpContext qp = qps.find(Bth.destinationQpn(arrived.header, 0));
        Verdict rejection = Admission.rejection(qp, arrived, mask);
        if (arrived.packets() > 1 && !isTakenAsOne(qp, arrived, mask, rejection)) {
            return receiveSingly(arrived, now);
        }
        watch.packetReceived(arrived);
        if (qp == null && Bth.destinationQpn(arrived.header, 0) == Bth.MULTICAST_QPN) {
            return datagrams.receiveForGroup(arrived, mask);
        }
        if (rejection != null || qp == null) {
            watch.dropped();
            return rejection == null ? Verdict.Plain.NO_QP : rejection;
        }
        return admit(qp, arrived, mask, now);
    }

    private boolean isTakenAsOne(@Nullable QpContext qp, Packet burst, int mask, @Nullable Verdict rejection) {
        return qp != null && rejection == null && bursts.isCertain(qp, burst, mask);
    }

    private Verdict receiveSingly(Packet burst, long now) {
        int count = burst.packets();
        burst.split();
        for (int i = 1; i < count; i++) {
            receive(burst, now);
            burst.next();
        }
        return receive(burst, now);
    }

    private Verdict admit(QpContext qp, Packet arrived, int mask, long now) {
        if (qp.service == QpService.UD) {
            return datagrams.receive(qp, arrived, mask);
        }
        if (qp.service == QpService.SRD && (mask & OpcodeMask.REQUEST) != 0) {
            return reliable.receive(qp, arrived, mask);
        }
        if (!qp.isReliable()) {
            return unreliable.receive(qp, arrived, mask);
        }
        return (mask & OpcodeMask.REQUEST) != 0
                ? responder.receive(qp, arrived, mask)
                : completer.receive(qp, arrived, mask, now);
    }
}
