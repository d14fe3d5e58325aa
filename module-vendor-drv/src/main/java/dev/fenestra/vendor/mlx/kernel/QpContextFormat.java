package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.QpOptional;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The QP context in commands about transitions and queries: verbs attributes into it, and back. */
final class QpContextFormat {
    private static final int QPC = CreateQp.QPC_OFFSET;
    private static final int FIRST_UDP_PORT = 0xc000;

    /** A pair of states, as a key of the command table. */
    private record Step(QpState from, QpState to) {}

    private static final Map<Step, CommandOpcode> COMMANDS = Map.of(
            new Step(QpState.RESET, QpState.INIT), CommandOpcode.RST2INIT_QP,
            new Step(QpState.INIT, QpState.INIT), CommandOpcode.INIT2INIT_QP,
            new Step(QpState.INIT, QpState.RTR), CommandOpcode.INIT2RTR_QP,
            new Step(QpState.RTR, QpState.RTS), CommandOpcode.RTR2RTS_QP,
            new Step(QpState.RTS, QpState.RTS), CommandOpcode.RTS2RTS_QP,
            new Step(QpState.SQE, QpState.RTS), CommandOpcode.SQERR2RTS_QP,
            new Step(QpState.RTS, QpState.SQD), CommandOpcode.RTS2SQD_QP,
            new Step(QpState.SQD, QpState.SQD), CommandOpcode.SQD2SQD_QP,
            new Step(QpState.SQD, QpState.RTS), CommandOpcode.SQD_RTS_QP);

    private static final Map<Integer, QpState> STATES = Map.of(
            Qpc.STATE_RST, QpState.RESET,
            Qpc.STATE_INIT, QpState.INIT,
            Qpc.STATE_RTR, QpState.RTR,
            Qpc.STATE_RTS, QpState.RTS,
            Qpc.STATE_SQER, QpState.SQE,
            Qpc.STATE_SQD, QpState.SQD,
            Qpc.STATE_SQ_DRAINING, QpState.SQD,
            Qpc.STATE_ERR, QpState.ERR);

    private static final Map<QpAttribute, Integer> OPTIONAL = Map.of(
            QpAttribute.ACCESS_FLAGS, QpOptional.REMOTE_READ | QpOptional.REMOTE_WRITE | QpOptional.REMOTE_ATOMIC,
            QpAttribute.MIN_RNR_TIMER, QpOptional.RNR_TIMER,
            QpAttribute.QKEY, QpOptional.QKEY,
            QpAttribute.PKEY_INDEX, QpOptional.PKEY_INDEX,
            QpAttribute.AV, QpOptional.PATH,
            QpAttribute.TIMEOUT, QpOptional.ACK_TIMEOUT,
            QpAttribute.RETRY_CNT, QpOptional.RETRY_COUNT,
            QpAttribute.RNR_RETRY, QpOptional.RNR_RETRY,
            QpAttribute.MAX_QP_RD_ATOMIC, QpOptional.REQUESTER_DEPTH,
            QpAttribute.MAX_DEST_RD_ATOMIC, QpOptional.RESPONDER_DEPTH);

    private QpContextFormat() {}

    /** The state that the device reports. */
    static QpState state(MemorySegment out) {
        return STATES.getOrDefault(Qpc.STATE.get(out, QPC), QpState.ERR);
    }

    static boolean isDraining(MemorySegment out) {
        return Qpc.STATE.get(out, QPC) == Qpc.STATE_SQ_DRAINING;
    }

    /** The counters that the device keeps in the context. */
    static SequencedMap<String, Long> counters(MemorySegment out) {
        SequencedMap<String, Long> counted = new LinkedHashMap<>();
        for (Field field : List.of(Qpc.FETCHED_BLOCKS, Qpc.TAKEN_RECEIVES, Qpc.RECEIVED_MESSAGES)) {
            counted.put(field.name(), (long) field.get(out, QPC));
        }
        return counted;
    }

    /** What verbs ask of a QP, as far as it is known in its state. */
    static QpAttributes attributes(MemorySegment out) {
        QpState state = state(out);
        QpAttributes attributes = QpAttributes.to(state).currentState(state);
        if (state == QpState.RESET) {
            return attributes;
        }
        int access = (Qpc.REMOTE_READ.isSet(out, QPC) ? AccessFlag.REMOTE_READ.bit() : 0)
                | (Qpc.REMOTE_WRITE.isSet(out, QPC) ? AccessFlag.REMOTE_WRITE.bit() : 0)
                | (Qpc.REMOTE_ATOMIC.isSet(out, QPC) ? AccessFlag.REMOTE_ATOMIC.bit() : 0);
        attributes.access(access).pkeyIndex(0).port(1).qkey(Qpc.QKEY.get(out, QPC));
        return state == QpState.INIT ? attributes : connected(attributes, out);
    }

    private static QpAttributes connected(QpAttributes attributes, MemorySegment out) {
        int mtu = Qpc.MTU.get(out, QPC);
        if (mtu != 0) {
            attributes.pathMtu(Mtu.of(mtu));
        }
        int requests = Qpc.NO_REQUESTER_DEPTH.isSet(out, QPC) ? 0 : 1 << Qpc.LOG_REQUESTER_DEPTH.get(out, QPC);
        int responses = Qpc.NO_RESPONDER_DEPTH.isSet(out, QPC) ? 0 : 1 << Qpc.LOG_RESPONDER_DEPTH.get(out, QPC);
        // The requests of a UD QP have their own paths.
        if (Qpc.SERVICE.get(out, QPC) != Qpc.SERVICE_UD) {
            attributes.path(QpPath.read(out));
        }
        return attributes
                .destinationQpn(Qpc.REMOTE_QPN.get(out, QPC))
                .rqPsn(Qpc.NEXT_RECEIVE_PSN.get(out, QPC))
                .sqPsn(Qpc.NEXT_SEND_PSN.get(out, QPC))
                .timeout(Qpc.ACK_TIMEOUT.get(out, QPC))
                .retryCount(Qpc.RETRY_COUNT.get(out, QPC))
                .rnrRetry(Qpc.RNR_RETRY.get(out, QPC))
                .minRnrTimer(Qpc.MIN_RNR_TIMER.get(out, QPC))
                .maxRdAtomic(requests)
                .maxDestRdAtomic(responses);
    }

    /** The command of a transition; EINVAL for one that the device does not have. */
    static CommandOpcode opcode(QpState from, QpState to) {
        if (to == QpState.RESET) {
            return CommandOpcode.TO_RST_QP;
        }
        if (to == QpState.ERR) {
            return CommandOpcode.TO_ERR_QP;
        }
        CommandOpcode opcode = COMMANDS.get(new Step(from, to));
        if (opcode == null) {
            throw new VerbsException(MlxRule.TRANSITION, from + " to " + to);
        }
        return opcode;
    }

    /** Writes what a transition changes. */
    static void write(MemorySegment in, MlxQpObject qp, QpAttributes attributes) {
        CreateQp.OPTIONAL.set(in, 0, optional(attributes));
        access(in, attributes);
        path(in, qp, attributes);
        transport(in, attributes);
    }

    private static int optional(QpAttributes attributes) {
        int optional = 0;
        for (Map.Entry<QpAttribute, Integer> bits : OPTIONAL.entrySet()) {
            optional |= attributes.has(bits.getKey()) ? bits.getValue() : 0;
        }
        return attributes.tellsDrained() ? optional | QpOptional.TELL_DRAINED : optional;
    }

    private static void access(MemorySegment in, QpAttributes attributes) {
        Qpc.REMOTE_READ.set(in, QPC, AccessFlag.REMOTE_READ.in(attributes.access()));
        Qpc.REMOTE_WRITE.set(in, QPC, AccessFlag.REMOTE_WRITE.in(attributes.access()));
        Qpc.REMOTE_ATOMIC.set(in, QPC, AccessFlag.REMOTE_ATOMIC.in(attributes.access()));
        Qpc.PKEY_INDEX.set(in, QPC, attributes.pkeyIndex());
        Qpc.QKEY.set(in, QPC, attributes.qkey());
    }

    private static void path(MemorySegment in, MlxQpObject qp, QpAttributes attributes) {
        // A UD QP has no path MTU: a datagram may fill a packet.
        Mtu mtu = attributes.has(QpAttribute.PATH_MTU) ? attributes.pathMtu() : Mtu.MTU_4096;
        Qpc.MTU.set(in, QPC, mtu.code());
        Qpc.REMOTE_QPN.set(in, QPC, attributes.destinationQpn());
        QpPath.write(in, attributes.path(), FIRST_UDP_PORT | qp.number());
        Qpc.ACK_TIMEOUT.set(in, QPC, attributes.timeout());
    }

    private static void transport(MemorySegment in, QpAttributes attributes) {
        Qpc.NEXT_RECEIVE_PSN.set(in, QPC, attributes.rqPsn());
        Qpc.NEXT_SEND_PSN.set(in, QPC, attributes.sqPsn());
        Qpc.RETRY_COUNT.set(in, QPC, attributes.retryCount());
        Qpc.RNR_RETRY.set(in, QPC, attributes.rnrRetry());
        Qpc.MIN_RNR_TIMER.set(in, QPC, attributes.minRnrTimer());
        Qpc.LOG_REQUESTER_DEPTH.set(in, QPC, log2Up(attributes.maxRdAtomic()));
        Qpc.NO_REQUESTER_DEPTH.set(in, QPC, attributes.maxRdAtomic() == 0);
        Qpc.LOG_RESPONDER_DEPTH.set(in, QPC, log2Up(attributes.maxDestRdAtomic()));
        Qpc.NO_RESPONDER_DEPTH.set(in, QPC, attributes.maxDestRdAtomic() == 0);
    }

    private static int log2Up(int depth) {
        return depth <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(depth - 1);
    }
}
