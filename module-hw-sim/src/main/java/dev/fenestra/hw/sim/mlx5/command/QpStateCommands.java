package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.LiveQps;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.port.GidTable;
import dev.fenestra.hw.sim.hca.port.Routes;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.QpOptional;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Commands that change the state of a QP. Each names the state that it starts from and the fields of the QP context
 * that it uses.
 */
final class QpStateCommands {
    private final HcaLimits limits;
    private final LiveQps qps;
    private final QpStates states;
    private final GidTable gids;
    private final Routes routes;
    private final Watch watch;

    QpStateCommands(HcaLimits limits, LiveQps qps, QpStates states, GidTable gids, Routes routes, Watch watch) {
        this.limits = limits;
        this.qps = qps;
        this.states = states;
        this.gids = gids;
        this.routes = routes;
        this.watch = watch;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        add(handlers, CommandOpcode.RST2INIT_QP, QpState.RESET, QpState.INIT, QpStateCommands::begin);
        add(handlers, CommandOpcode.INIT2INIT_QP, QpState.INIT, QpState.INIT, this::takeOptional);
        add(handlers, CommandOpcode.INIT2RTR_QP, QpState.INIT, QpState.RTR, this::connect);
        add(handlers, CommandOpcode.RTR2RTS_QP, QpState.RTR, QpState.RTS, this::startSending);
        add(handlers, CommandOpcode.RTS2RTS_QP, QpState.RTS, QpState.RTS, this::takeOptional);
        add(handlers, CommandOpcode.SQERR2RTS_QP, QpState.SQE, QpState.RTS, this::resume);
        add(handlers, CommandOpcode.RTS2SQD_QP, QpState.RTS, QpState.SQD, this::drain);
        add(handlers, CommandOpcode.SQD2SQD_QP, QpState.SQD, QpState.SQD, this::changeDrained);
        add(handlers, CommandOpcode.SQD_RTS_QP, QpState.SQD, QpState.RTS, this::resume);
        handlers.put(CommandOpcode.TO_ERR_QP, this::fail);
        handlers.put(CommandOpcode.TO_RST_QP, this::reset);
    }

    private void add(
            Map<CommandOpcode, CommandHandler> handlers,
            CommandOpcode opcode,
            QpState from,
            QpState to,
            BiConsumer<QpContext, MemorySegment> change) {
        handlers.put(opcode, buffers -> move(buffers, from, to, change));
    }

    private CommandSyndrome move(
            CommandBuffers buffers, QpState from, QpState to, BiConsumer<QpContext, MemorySegment> change) {
        QpContext qp = qps.find(buffers.object());
        if (qp == null) {
            return CommandSyndrome.QP_UNKNOWN;
        }
        if (buffers.inputLength() < CreateQp.BYTES) {
            return CommandSyndrome.QP_INPUT;
        }
        if (qp.state != from) {
            return CommandSyndrome.QP_STATE;
        }
        if (qp.isDraining()) {
            return CommandSyndrome.QP_DRAINING;
        }
        if (to == QpState.RTR && from == QpState.INIT && !hasMtu(buffers.input())) {
            return CommandSyndrome.QP_MTU;
        }
        if (takesPath(to, buffers.input())
                && !gids.has(Qpc.SOURCE_GID_INDEX.get(buffers.input(), CreateQp.QPC_OFFSET))) {
            return CommandSyndrome.QP_GID;
        }
        change.accept(qp, buffers.input());
        qp.state = to;
        watch.qpState(qp.number, to);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome fail(CommandBuffers buffers) {
        QpContext qp = qps.find(buffers.object());
        if (qp == null) {
            return CommandSyndrome.QP_UNKNOWN;
        }
        qps.serve(qp);
        states.toError(qp);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome reset(CommandBuffers buffers) {
        QpContext qp = qps.find(buffers.object());
        if (qp == null) {
            return CommandSyndrome.QP_UNKNOWN;
        }
        if (qp.hasBoundWindows()) {
            qps.refuseHeld(qp);
            return CommandSyndrome.QP_HELD;
        }
        qps.serve(qp);
        states.toReset(qp);
        return CommandSyndrome.NONE;
    }

    private static boolean takesPath(QpState to, MemorySegment in) {
        return to == QpState.RTR || to == QpState.SQD && (CreateQp.OPTIONAL.get(in, 0) & QpOptional.PATH) != 0;
    }

    private static boolean hasMtu(MemorySegment in) {
        int mtu = Qpc.MTU.get(in, CreateQp.QPC_OFFSET);
        return mtu >= 1 && mtu <= 5;
    }

    private static void begin(QpContext qp, MemorySegment in) {
        takeAccess(qp, in);
        qp.connection.qkey = Qpc.QKEY.get(in, CreateQp.QPC_OFFSET);
    }

    private static void takeAccess(QpContext qp, MemorySegment in) {
        qp.connection.remoteRead = Qpc.REMOTE_READ.isSet(in, CreateQp.QPC_OFFSET);
        qp.connection.remoteWrite = Qpc.REMOTE_WRITE.isSet(in, CreateQp.QPC_OFFSET);
        qp.connection.remoteAtomic = Qpc.REMOTE_ATOMIC.isSet(in, CreateQp.QPC_OFFSET);
    }

    private void connect(QpContext qp, MemorySegment in) {
        int qpc = CreateQp.QPC_OFFSET;
        qp.connection.mtu = 128 << Qpc.MTU.get(in, qpc);
        qp.connection.remoteQpn = Qpc.REMOTE_QPN.get(in, qpc);
        takePath(qp, in);
        qp.connection.responderDepth = responderDepth(in);
        qp.connection.minRnrTimer = Qpc.MIN_RNR_TIMER.get(in, qpc);
        qp.receive.expectedPsn = Qpc.NEXT_RECEIVE_PSN.get(in, qpc);
        takeOptional(qp, in);
    }

    private void takePath(QpContext qp, MemorySegment in) {
        int qpc = CreateQp.QPC_OFFSET;
        qp.connection.remoteGidHigh = Qpc.REMOTE_GID_HIGH.getLong(in, qpc);
        qp.connection.remoteGidLow = Qpc.REMOTE_GID_LOW.getLong(in, qpc);
        qp.connection.udpSourcePort = Qpc.UDP_SOURCE_PORT.get(in, qpc);
        qp.connection.trafficClass = Qpc.TRAFFIC_CLASS.get(in, qpc);
        qp.connection.flowLabel = Qpc.FLOW_LABEL.get(in, qpc);
        qp.connection.hopLimit = Qpc.HOP_LIMIT.get(in, qpc);
        qp.connection.rate = Qpc.RATE.get(in, qpc);
        qp.connection.priority = Qpc.PRIORITY.get(in, qpc);
        routes.connect(qp, Qpc.SOURCE_GID_INDEX.get(in, qpc));
    }

    private int responderDepth(MemorySegment in) {
        int qpc = CreateQp.QPC_OFFSET;
        return Qpc.NO_RESPONDER_DEPTH.isSet(in, qpc) ? 0 : depth(Qpc.LOG_RESPONDER_DEPTH.get(in, qpc));
    }

    private int requesterDepth(MemorySegment in) {
        int qpc = CreateQp.QPC_OFFSET;
        return Qpc.NO_REQUESTER_DEPTH.isSet(in, qpc) ? 0 : depth(Qpc.LOG_REQUESTER_DEPTH.get(in, qpc));
    }

    private void startSending(QpContext qp, MemorySegment in) {
        int qpc = CreateQp.QPC_OFFSET;
        qp.connection.ackTimeout = Qpc.ACK_TIMEOUT.get(in, qpc);
        qp.connection.retryCount = Qpc.RETRY_COUNT.get(in, qpc);
        qp.connection.rnrRetry = Qpc.RNR_RETRY.get(in, qpc);
        qp.connection.requesterDepth = requesterDepth(in);
        qp.send.begin(Qpc.NEXT_SEND_PSN.get(in, qpc));
        takeOptional(qp, in);
        states.ready(qp);
    }

    private void drain(QpContext qp, MemorySegment in) {
        qps.serve(qp);
        qp.send.tellsDrained = (CreateQp.OPTIONAL.get(in, 0) & QpOptional.TELL_DRAINED) != 0;
        states.ready(qp);
    }

    private void changeDrained(QpContext qp, MemorySegment in) {
        takeOptional(qp, in);
        int optional = CreateQp.OPTIONAL.get(in, 0);
        if ((optional & QpOptional.PATH) != 0) {
            takePath(qp, in);
        }
        if ((optional & QpOptional.ACK_TIMEOUT) != 0) {
            qp.connection.ackTimeout = Qpc.ACK_TIMEOUT.get(in, CreateQp.QPC_OFFSET);
        }
        if ((optional & QpOptional.RETRY_COUNT) != 0) {
            qp.send.retries(Qpc.RETRY_COUNT.get(in, CreateQp.QPC_OFFSET), qp.connection.rnrRetry);
        }
        if ((optional & QpOptional.RNR_RETRY) != 0) {
            qp.send.retries(qp.connection.retryCount, Qpc.RNR_RETRY.get(in, CreateQp.QPC_OFFSET));
        }
        if ((optional & QpOptional.REQUESTER_DEPTH) != 0) {
            qp.connection.requesterDepth = requesterDepth(in);
        }
        if ((optional & QpOptional.RESPONDER_DEPTH) != 0) {
            qp.connection.responderDepth = responderDepth(in);
        }
    }

    private void resume(QpContext qp, MemorySegment in) {
        qp.send.tellsDrained = false;
        takeOptional(qp, in);
        states.ready(qp);
    }

    private int depth(int log) {
        return 1 << Math.min(log, limits.logRdAtomic());
    }

    private void takeOptional(QpContext qp, MemorySegment in) {
        int optional = CreateQp.OPTIONAL.get(in, 0);
        int qpc = CreateQp.QPC_OFFSET;
        if ((optional & QpOptional.REMOTE_READ) != 0) {
            qp.connection.remoteRead = Qpc.REMOTE_READ.isSet(in, qpc);
        }
        if ((optional & QpOptional.REMOTE_WRITE) != 0) {
            qp.connection.remoteWrite = Qpc.REMOTE_WRITE.isSet(in, qpc);
        }
        if ((optional & QpOptional.REMOTE_ATOMIC) != 0) {
            qp.connection.remoteAtomic = Qpc.REMOTE_ATOMIC.isSet(in, qpc);
        }
        if ((optional & QpOptional.QKEY) != 0) {
            qp.connection.qkey = Qpc.QKEY.get(in, qpc);
        }
        if ((optional & QpOptional.RNR_TIMER) != 0) {
            qp.connection.minRnrTimer = Qpc.MIN_RNR_TIMER.get(in, qpc);
        }
    }
}
