package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.engine.LiveQps;
import dev.fenestra.hw.sim.hca.engine.PolledQueues;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import dev.fenestra.hw.sim.hca.port.Routes;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.Connection;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpQueues;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.SrqContext;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import dev.fenestra.hw.sim.mlx5.prm.AttachMcg;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** QPs of a device. A call about a QP that does not exist, or is not in the state the call starts from, is refused. */
public final class QpControl {
    /** Bits of {@link Connection#remoteFlush}. */
    private static final int GLOBAL = 1;

    private static final int PERSISTENT = 2;

    private final CommandProcessor firmware;
    private final LiveQps qps;
    private final QpStates states;
    private final SrqTable srqs;
    private final PolledQueues polled;
    private final Routes routes;
    private final Watch watch;

    QpControl(
            CommandProcessor firmware,
            LiveQps qps,
            QpStates states,
            SrqTable srqs,
            PolledQueues polled,
            Routes routes,
            Watch watch) {
        this.firmware = firmware;
        this.qps = qps;
        this.states = states;
        this.srqs = srqs;
        this.polled = polled;
        this.routes = routes;
        this.watch = watch;
    }

    /**
     * Creates a QP in RESET. Refused for an SRQ that does not exist.
     *
     * @param spec its service, its queues and its PD
     * @return its number, or the refusal
     */
    public Reply create(CardQpSpec spec) {
        SrqContext srq = spec.srq() == 0 ? null : srqs.find(spec.srq());
        if (spec.srq() != 0 && srq == null) {
            return new Reply(CommandSyndrome.QP_SRQ, 0);
        }
        QpQueues queues = new QpQueues(spec.queues(), spec.sendCq(), spec.receiveCq());
        int number = firmware.adopt(spec.service(), spec.pd(), queues, spec.ledger(), srq);
        return number == NumberPool.NONE
                ? new Reply(CommandSyndrome.QP_LIMIT, 0)
                : new Reply(CommandSyndrome.NONE, number);
    }

    /**
     * Creates QP 1 of the port (IBA 3.9.3): a UD QP without SRQ. Refused when there is one.
     *
     * @param spec its queues and its PD
     * @return 1, or the refusal
     */
    public Reply createGsi(CardQpSpec spec) {
        int number = firmware.adoptGsi(spec.pd(), new QpQueues(spec.queues(), spec.sendCq(), spec.receiveCq()));
        return number == NumberPool.NONE
                ? new Reply(CommandSyndrome.QP_LIMIT, 0)
                : new Reply(CommandSyndrome.NONE, number);
    }

    /**
     * Changes a QP as the state tables of IBA 10.3.1 allow it, completely or not at all. Refused when the QP is in
     * another state, when the device does not have the transition, and to RESET while a type-2A window is bound through
     * it.
     *
     * @param qpn the QP
     * @param from the state that the caller has seen
     * @param to the state it is to be in, perhaps the same
     * @param settings of the transition
     * @return the QP, or the refusal
     */
    public Reply move(int qpn, QpState from, QpState to, QpSettings settings) {
        CommandOpcode opcode = opcode(from, to);
        if (opcode == null) {
            return new Reply(CommandSyndrome.QP_STATE, 0);
        }
        MemorySegment in = firmware.prepare(CreateQp.BYTES, CommandOutput.BYTES);
        CommandInput.OBJECT.set(in, 0, qpn);
        SettingsFormat.write(in, settings);
        CommandSyndrome refusal = firmware.execute(opcode);
        QpContext qp = qps.find(qpn);
        if (refusal == CommandSyndrome.NONE && qp != null && settings.changes(QpSettings.RIGHTS)) {
            grant(qp, settings.rights);
        }
        return new Reply(refusal, qpn);
    }

    private static @Nullable CommandOpcode opcode(QpState from, QpState to) {
        return switch (to) {
            case RESET -> CommandOpcode.TO_RST_QP;
            case ERR -> CommandOpcode.TO_ERR_QP;
            case INIT -> from == QpState.RESET ? CommandOpcode.RST2INIT_QP : only(from, to, CommandOpcode.INIT2INIT_QP);
            case RTR -> only(from, QpState.INIT, CommandOpcode.INIT2RTR_QP);
            case RTS -> toRts(from);
            case SQD -> from == QpState.RTS ? CommandOpcode.RTS2SQD_QP : only(from, to, CommandOpcode.SQD2SQD_QP);
            case SQE -> null;
        };
    }

    private static @Nullable CommandOpcode toRts(QpState from) {
        return switch (from) {
            case RTR -> CommandOpcode.RTR2RTS_QP;
            case RTS -> CommandOpcode.RTS2RTS_QP;
            case SQE -> CommandOpcode.SQERR2RTS_QP;
            case SQD -> CommandOpcode.SQD_RTS_QP;
            default -> null;
        };
    }

    private static @Nullable CommandOpcode only(QpState from, QpState needed, CommandOpcode opcode) {
        return from == needed ? opcode : null;
    }

    /**
     * {@return what a QP is set to; a QP in ERR for one that does not exist}
     *
     * @param qpn the QP
     */
    public QpSettings query(int qpn) {
        QpSettings found = new QpSettings();
        found.state = state(qpn);
        QpContext qp = qps.find(qpn);
        if (qp != null) {
            MemorySegment in = firmware.prepare(CommandInput.BYTES, CreateQp.BYTES);
            CommandInput.OBJECT.set(in, 0, qpn);
            firmware.execute(CommandOpcode.QUERY_QP);
            SettingsFormat.read(firmware.output(), found);
            found.isDraining = qp.isDraining();
            found.rights = rights(qp);
        }
        return found;
    }

    private static int rights(QpContext qp) {
        return (qp.connection.remoteRead ? Rights.REMOTE_READ : 0)
                | (qp.connection.remoteWrite ? Rights.REMOTE_WRITE : 0)
                | (qp.connection.remoteAtomic ? Rights.REMOTE_ATOMIC : 0)
                | ((qp.connection.remoteFlush & GLOBAL) != 0 ? Rights.FLUSH_GLOBAL : 0)
                | ((qp.connection.remoteFlush & PERSISTENT) != 0 ? Rights.FLUSH_PERSISTENT : 0);
    }

    /**
     * Attaches a UD QP to a multicast group. A second attach changes nothing.
     *
     * @param qpn the QP
     * @param gidHigh upper half of the group's GID
     * @param gidLow lower half of the group's GID
     * @return the QP, or the refusal
     */
    public Reply attach(int qpn, long gidHigh, long gidLow) {
        return group(CommandOpcode.ATTACH_TO_MCG, qpn, gidHigh, gidLow);
    }

    /**
     * Detaches a QP from a multicast group. Refused when it is not attached.
     *
     * @param qpn the QP
     * @param gidHigh upper half of the group's GID
     * @param gidLow lower half of the group's GID
     * @return the QP, or the refusal
     */
    public Reply detach(int qpn, long gidHigh, long gidLow) {
        return group(CommandOpcode.DETACH_FROM_MCG, qpn, gidHigh, gidLow);
    }

    private Reply group(CommandOpcode opcode, int qpn, long gidHigh, long gidLow) {
        MemorySegment in = firmware.prepare(AttachMcg.BYTES, CommandOutput.BYTES);
        CommandInput.OBJECT.set(in, 0, qpn);
        AttachMcg.GID_HIGH.setLong(in, 0, gidHigh);
        AttachMcg.GID_LOW.setLong(in, 0, gidLow);
        return new Reply(firmware.execute(opcode), qpn);
    }

    /**
     * {@return the state a QP is in; ERR for one that does not exist}
     *
     * @param qpn the QP
     */
    public QpState state(int qpn) {
        QpContext qp = qps.find(qpn);
        return qp == null ? QpState.ERR : qp.state;
    }

    /**
     * Has the device look at how many requests are posted to a QP in each turn, because no doorbell will come for it.
     *
     * @param qpn the QP; ignored when it does not exist
     */
    public void poll(int qpn) {
        QpContext qp = qps.find(qpn);
        if (qp != null) {
            polled.add(qp);
        }
    }

    /**
     * Moves a QP from RESET to INIT.
     *
     * @param qpn the QP
     * @param rights of peers, bits of {@link Rights}
     * @return the QP, or the refusal
     */
    public Reply initialize(int qpn, int rights) {
        QpContext qp = qps.find(qpn);
        if (qp == null || qp.state != QpState.RESET) {
            return refused(qp);
        }
        grant(qp, rights);
        return enter(qp, QpState.INIT);
    }

    /**
     * Moves a QP from INIT to RTR.
     *
     * @param qpn the QP
     * @param peer its peer, and how it answers it
     * @return the QP, or the refusal
     */
    public Reply connect(int qpn, QpPeer peer) {
        QpContext qp = qps.find(qpn);
        if (qp == null || qp.state != QpState.INIT) {
            return refused(qp);
        }
        qp.connection.mtu = peer.mtu();
        qp.connection.remoteQpn = peer.qpn();
        qp.connection.remoteGidHigh = peer.gidHigh();
        qp.connection.remoteGidLow = peer.gidLow();
        qp.connection.udpSourcePort = peer.udpPort();
        qp.connection.responderDepth = peer.depth();
        qp.connection.minRnrTimer = peer.rnrTimer();
        qp.receive.expectedPsn = peer.psn();
        routes.connect(qp, 0);
        return enter(qp, QpState.RTR);
    }

    /**
     * Moves a QP from RTR to RTS.
     *
     * @param qpn the QP
     * @param sending how it sends
     * @return the QP, or the refusal
     */
    public Reply start(int qpn, Sending sending) {
        QpContext qp = qps.find(qpn);
        if (qp == null || qp.state != QpState.RTR) {
            return refused(qp);
        }
        qp.connection.ackTimeout = sending.ackTimeout();
        qp.connection.retryCount = sending.retries();
        qp.connection.rnrRetry = sending.rnrRetries();
        qp.connection.requesterDepth = sending.depth();
        qp.send.begin(sending.psn());
        states.ready(qp);
        return enter(qp, QpState.RTS);
    }

    /**
     * Moves a UC QP whose send queue has failed from SQE to RTS.
     *
     * @param qpn the QP
     * @return the QP, or the refusal
     */
    public Reply resume(int qpn) {
        QpContext qp = qps.find(qpn);
        if (qp == null || qp.state != QpState.SQE) {
            return refused(qp);
        }
        states.ready(qp);
        return enter(qp, QpState.RTS);
    }

    /**
     * Changes the rights of peers.
     *
     * @param qpn the QP, in any state
     * @param rights bits of {@link Rights}
     * @return the QP, or the refusal
     */
    public Reply access(int qpn, int rights) {
        QpContext qp = qps.find(qpn);
        if (qp == null) {
            return refused(null);
        }
        grant(qp, rights);
        return new Reply(CommandSyndrome.NONE, qpn);
    }

    /**
     * Changes the time that a sender is told to wait when no receive is posted.
     *
     * @param qpn the QP, in any state
     * @param code the RNR timer, 0 to 31 (IBA 9.7.5.2.8)
     * @return the QP, or the refusal
     */
    public Reply rnrTimer(int qpn, int code) {
        QpContext qp = qps.find(qpn);
        if (qp == null) {
            return refused(null);
        }
        qp.connection.minRnrTimer = code;
        return new Reply(CommandSyndrome.NONE, qpn);
    }

    /**
     * Moves a QP to ERR. All requests in its queues are flushed.
     *
     * @param qpn the QP
     * @return the QP, or the refusal
     */
    public Reply fail(int qpn) {
        return about(CommandOpcode.TO_ERR_QP, qpn);
    }

    /**
     * Moves a QP to RESET, which forgets all its requests. Refused while a type-2A window is bound through it.
     *
     * @param qpn the QP
     * @return the QP, or the refusal
     */
    public Reply reset(int qpn) {
        return about(CommandOpcode.TO_RST_QP, qpn);
    }

    /**
     * Destroys a QP. Refused while a type-2A window is bound through it.
     *
     * @param qpn the QP
     * @return the QP, or the refusal
     */
    public Reply destroy(int qpn) {
        return about(CommandOpcode.DESTROY_QP, qpn);
    }

    private Reply about(CommandOpcode opcode, int qpn) {
        MemorySegment in = firmware.prepare(CommandInput.BYTES, CommandOutput.BYTES);
        CommandInput.OBJECT.set(in, 0, qpn);
        return new Reply(firmware.execute(opcode), qpn);
    }

    private static void grant(QpContext qp, int rights) {
        qp.connection.remoteRead = (rights & Rights.REMOTE_READ) != 0;
        qp.connection.remoteWrite = (rights & Rights.REMOTE_WRITE) != 0;
        qp.connection.remoteAtomic = (rights & Rights.REMOTE_ATOMIC) != 0;
        qp.connection.remoteFlush = ((rights & Rights.FLUSH_GLOBAL) != 0 ? GLOBAL : 0)
                | ((rights & Rights.FLUSH_PERSISTENT) != 0 ? PERSISTENT : 0);
    }

    private Reply enter(QpContext qp, QpState state) {
        qp.state = state;
        watch.qpState(qp.number, state);
        return new Reply(CommandSyndrome.NONE, qp.number);
    }

    private static Reply refused(@Nullable QpContext qp) {
        return new Reply(qp == null ? CommandSyndrome.QP_UNKNOWN : CommandSyndrome.QP_STATE, 0);
    }
}
