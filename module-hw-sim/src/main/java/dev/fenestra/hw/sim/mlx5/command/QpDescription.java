package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import java.lang.foreign.MemorySegment;

/** The QP context that QUERY_QP returns: the values that the QP was given, and its present state and PSNs. */
final class QpDescription {
    private static final int QPC = CreateQp.QPC_OFFSET;
    private static final int LOG_SMALLEST_MTU = 7;
    private static final int ECN_BITS = 2;
    private static final int ONLY_PORT = 1;
    private static final int MODULO_16 = 0xffff;
    private static final int MODULO_24 = 0xffffff;

    private QpDescription() {}

    static void write(QpContext qp, MemorySegment out) {
        Qpc.STATE.set(out, QPC, qp.isDraining() ? Qpc.STATE_SQ_DRAINING : QpcNumbers.of(qp.state));
        Qpc.SERVICE.set(out, QPC, QpcNumbers.of(qp.service));
        Qpc.PD.set(out, QPC, qp.pd);
        path(qp, out);
        requester(qp, out);
        responder(qp, out);
    }

    private static void path(QpContext qp, MemorySegment out) {
        Qpc.MTU.set(out, QPC, qp.connection.mtu == 0 ? 0 : log2(qp.connection.mtu) - LOG_SMALLEST_MTU);
        Qpc.REMOTE_QPN.set(out, QPC, qp.connection.remoteQpn);
        Qpc.SOURCE_GID_INDEX.set(out, QPC, qp.connection.gidIndex);
        Qpc.REMOTE_GID_HIGH.setLong(out, QPC, qp.connection.remoteGidHigh);
        Qpc.REMOTE_GID_LOW.setLong(out, QPC, qp.connection.remoteGidLow);
        Qpc.UDP_SOURCE_PORT.set(out, QPC, qp.connection.udpSourcePort);
        Qpc.TRAFFIC_CLASS.set(out, QPC, qp.connection.trafficClass);
        Qpc.DSCP.set(out, QPC, qp.connection.trafficClass >>> ECN_BITS);
        Qpc.FLOW_LABEL.set(out, QPC, qp.connection.flowLabel);
        Qpc.HOP_LIMIT.set(out, QPC, qp.connection.hopLimit);
        Qpc.RATE.set(out, QPC, qp.connection.rate);
        Qpc.PRIORITY.set(out, QPC, qp.connection.priority);
        Qpc.PORT.set(out, QPC, ONLY_PORT);
        Qpc.QKEY.set(out, QPC, qp.connection.qkey);
    }

    private static void requester(QpContext qp, MemorySegment out) {
        Qpc.ACK_TIMEOUT.set(out, QPC, qp.connection.ackTimeout);
        Qpc.RETRY_COUNT.set(out, QPC, qp.connection.retryCount);
        Qpc.RNR_RETRY.set(out, QPC, qp.connection.rnrRetry);
        Qpc.NEXT_SEND_PSN.set(out, QPC, qp.send.unsentPsn);
        Qpc.FETCHED_BLOCKS.set(out, QPC, qp.send.nextFetch & MODULO_16);
        Qpc.NO_REQUESTER_DEPTH.set(out, QPC, qp.connection.requesterDepth == 0);
        Qpc.LOG_REQUESTER_DEPTH.set(out, QPC, log2(qp.connection.requesterDepth));
    }

    private static void responder(QpContext qp, MemorySegment out) {
        Qpc.REMOTE_READ.set(out, QPC, qp.connection.remoteRead);
        Qpc.REMOTE_WRITE.set(out, QPC, qp.connection.remoteWrite);
        Qpc.REMOTE_ATOMIC.set(out, QPC, qp.connection.remoteAtomic);
        Qpc.MIN_RNR_TIMER.set(out, QPC, qp.connection.minRnrTimer);
        Qpc.NEXT_RECEIVE_PSN.set(out, QPC, qp.receive.expectedPsn);
        Qpc.RECEIVED_MESSAGES.set(out, QPC, qp.receive.messageCount & MODULO_24);
        Qpc.TAKEN_RECEIVES.set(out, QPC, qp.receive.nextReceive & MODULO_16);
        Qpc.NO_RESPONDER_DEPTH.set(out, QPC, qp.connection.responderDepth == 0);
        Qpc.LOG_RESPONDER_DEPTH.set(out, QPC, log2(qp.connection.responderDepth));
    }

    private static int log2(int powerOfTwo) {
        return powerOfTwo == 0 ? 0 : Integer.numberOfTrailingZeros(powerOfTwo);
    }
}
