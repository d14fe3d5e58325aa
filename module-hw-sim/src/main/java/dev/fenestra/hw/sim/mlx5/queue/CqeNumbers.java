package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;

/** The numbers that a CQE has for kinds of completions and for failures. */
final class CqeNumbers {
    /** By kind: most completions need no more than this table. */
    private static final int[] OPCODES = new int[CompletionKind.values().length];

    static {
        for (CompletionKind kind : CompletionKind.values()) {
            OPCODES[kind.ordinal()] = switch (kind) {
                case REQUEST -> Cqe.REQ;
                case REQUEST_FAILED -> Cqe.REQ_ERR;
                case RECEIVE_SEND -> Cqe.RESP_SEND;
                case RECEIVE_SEND_IMM -> Cqe.RESP_SEND_IMM;
                case RECEIVE_SEND_INV -> Cqe.RESP_SEND_INV;
                case RECEIVE_WRITE_IMM -> Cqe.RESP_WR_IMM;
                case RECEIVE_FAILED -> Cqe.RESP_ERR;
            };
        }
    }

    private CqeNumbers() {}

    /** {@return the opcode of a CQE} */
    static int opcode(CompletionKind kind) {
        return OPCODES[kind.ordinal()];
    }

    /** {@return the syndrome of a CQE, one of {@link CqeSyndrome}} */
    static int syndrome(CompletionStatus status) {
        return switch (status) {
            case SUCCESS -> CqeSyndrome.NONE;
            case LOCAL_LENGTH -> CqeSyndrome.LOCAL_LENGTH;
            case LOCAL_QP_OPERATION -> CqeSyndrome.LOCAL_QP_OPERATION;
            case LOCAL_PROTECTION -> CqeSyndrome.LOCAL_PROTECTION;
            case FLUSHED -> CqeSyndrome.FLUSHED;
            case MW_BIND -> CqeSyndrome.MW_BIND;
            case BAD_RESPONSE -> CqeSyndrome.BAD_RESPONSE;
            case LOCAL_ACCESS -> CqeSyndrome.LOCAL_ACCESS;
            case REMOTE_INVALID_REQUEST -> CqeSyndrome.REMOTE_INVALID_REQUEST;
            case REMOTE_ACCESS -> CqeSyndrome.REMOTE_ACCESS;
            case REMOTE_OPERATION -> CqeSyndrome.REMOTE_OPERATION;
            case RETRY_EXCEEDED -> CqeSyndrome.RETRY_EXCEEDED;
            case RNR_RETRY_EXCEEDED -> CqeSyndrome.RNR_RETRY_EXCEEDED;
        };
    }
}
