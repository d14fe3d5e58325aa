package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.QpOptional;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import java.lang.foreign.MemorySegment;

/** Settings of a QP as the firmware takes and tells them: a QP context. */
final class SettingsFormat {
    private static final int QPC = CreateQp.QPC_OFFSET;
    private static final int LOG_MTU_1 = 7;
    private static final int[][] OPTIONAL = {
        {QpSettings.RIGHTS, QpOptional.REMOTE_READ | QpOptional.REMOTE_WRITE | QpOptional.REMOTE_ATOMIC},
        {QpSettings.RNR_TIMER, QpOptional.RNR_TIMER},
        {QpSettings.QKEY, QpOptional.QKEY},
        {QpSettings.PATH, QpOptional.PATH},
        {QpSettings.ACK_TIMEOUT, QpOptional.ACK_TIMEOUT},
        {QpSettings.RETRIES, QpOptional.RETRY_COUNT},
        {QpSettings.RNR_RETRIES, QpOptional.RNR_RETRY},
        {QpSettings.REQUESTER_DEPTH, QpOptional.REQUESTER_DEPTH},
        {QpSettings.RESPONDER_DEPTH, QpOptional.RESPONDER_DEPTH},
    };

    private SettingsFormat() {}

    static void write(MemorySegment in, QpSettings from) {
        CreateQp.OPTIONAL.set(in, 0, optional(from));
        Qpc.REMOTE_READ.set(in, QPC, (from.rights & Rights.REMOTE_READ) != 0);
        Qpc.REMOTE_WRITE.set(in, QPC, (from.rights & Rights.REMOTE_WRITE) != 0);
        Qpc.REMOTE_ATOMIC.set(in, QPC, (from.rights & Rights.REMOTE_ATOMIC) != 0);
        Qpc.QKEY.set(in, QPC, from.qkey);
        Qpc.MTU.set(in, QPC, from.mtu == 0 ? 0 : log2Up(from.mtu) - LOG_MTU_1);
        Qpc.REMOTE_QPN.set(in, QPC, from.peerQpn);
        path(in, from);
        Qpc.NEXT_RECEIVE_PSN.set(in, QPC, from.receivePsn);
        Qpc.NEXT_SEND_PSN.set(in, QPC, from.sendPsn);
        Qpc.ACK_TIMEOUT.set(in, QPC, from.ackTimeout);
        Qpc.RETRY_COUNT.set(in, QPC, from.retries);
        Qpc.RNR_RETRY.set(in, QPC, from.rnrRetries);
        Qpc.MIN_RNR_TIMER.set(in, QPC, from.rnrTimer);
        Qpc.NO_REQUESTER_DEPTH.set(in, QPC, from.requesterDepth == 0);
        Qpc.LOG_REQUESTER_DEPTH.set(in, QPC, log2Up(from.requesterDepth));
        Qpc.NO_RESPONDER_DEPTH.set(in, QPC, from.responderDepth == 0);
        Qpc.LOG_RESPONDER_DEPTH.set(in, QPC, log2Up(from.responderDepth));
    }

    private static int optional(QpSettings from) {
        int optional = from.tellsDrained ? QpOptional.TELL_DRAINED : 0;
        for (int[] pair : OPTIONAL) {
            optional |= from.changes(pair[0]) ? pair[1] : 0;
        }
        return optional;
    }

    private static void path(MemorySegment in, QpSettings from) {
        Qpc.REMOTE_GID_HIGH.setLong(in, QPC, from.peerGidHigh);
        Qpc.REMOTE_GID_LOW.setLong(in, QPC, from.peerGidLow);
        Qpc.SOURCE_GID_INDEX.set(in, QPC, from.gidIndex);
        Qpc.TRAFFIC_CLASS.set(in, QPC, from.trafficClass);
        Qpc.FLOW_LABEL.set(in, QPC, from.flowLabel);
        Qpc.HOP_LIMIT.set(in, QPC, from.hopLimit);
        Qpc.UDP_SOURCE_PORT.set(in, QPC, from.udpPort);
        Qpc.RATE.set(in, QPC, from.rate);
        Qpc.PRIORITY.set(in, QPC, from.priority);
    }

    /** All but the state and the rights, which the caller knows better. */
    static void read(MemorySegment out, QpSettings into) {
        int mtu = Qpc.MTU.get(out, QPC);
        into.qkey = Qpc.QKEY.get(out, QPC);
        into.mtu = mtu == 0 ? 0 : 1 << mtu + LOG_MTU_1;
        into.peerQpn = Qpc.REMOTE_QPN.get(out, QPC);
        into.peerGidHigh = Qpc.REMOTE_GID_HIGH.getLong(out, QPC);
        into.peerGidLow = Qpc.REMOTE_GID_LOW.getLong(out, QPC);
        into.gidIndex = Qpc.SOURCE_GID_INDEX.get(out, QPC);
        into.trafficClass = Qpc.TRAFFIC_CLASS.get(out, QPC);
        into.flowLabel = Qpc.FLOW_LABEL.get(out, QPC);
        into.hopLimit = Qpc.HOP_LIMIT.get(out, QPC);
        into.udpPort = Qpc.UDP_SOURCE_PORT.get(out, QPC);
        into.rate = Qpc.RATE.get(out, QPC);
        into.priority = Qpc.PRIORITY.get(out, QPC);
        into.receivePsn = Qpc.NEXT_RECEIVE_PSN.get(out, QPC);
        into.sendPsn = Qpc.NEXT_SEND_PSN.get(out, QPC);
        into.ackTimeout = Qpc.ACK_TIMEOUT.get(out, QPC);
        into.retries = Qpc.RETRY_COUNT.get(out, QPC);
        into.rnrRetries = Qpc.RNR_RETRY.get(out, QPC);
        into.rnrTimer = Qpc.MIN_RNR_TIMER.get(out, QPC);
        into.requesterDepth = Qpc.NO_REQUESTER_DEPTH.isSet(out, QPC) ? 0 : 1 << Qpc.LOG_REQUESTER_DEPTH.get(out, QPC);
        into.responderDepth = Qpc.NO_RESPONDER_DEPTH.isSet(out, QPC) ? 0 : 1 << Qpc.LOG_RESPONDER_DEPTH.get(out, QPC);
    }

    private static int log2Up(int count) {
        return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    }
}
