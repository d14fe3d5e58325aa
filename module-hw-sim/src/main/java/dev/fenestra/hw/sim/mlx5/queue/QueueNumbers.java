package dev.fenestra.hw.sim.mlx5.queue;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;

/**
 * The numbers that WQEs and CQEs have for operations, kinds of completions and failures. An operation that the engine
 * does not have keeps its number.
 */
final class QueueNumbers {
    private static final int NUMBERS = SendOpcode.FIRST;
    private static final int[] OPERATIONS = new int[NUMBERS];
    private static final int[] OF_OPERATIONS = new int[SendOpcode.END];
    /** By kind. */
    private static final int[] OF_KINDS = new int[CompletionKind.values().length];

    static {
        for (int number = 0; number < NUMBERS; number++) {
            OPERATIONS[number] = number;
            OF_OPERATIONS[number] = number;
        }
        pair(WqeOpcode.NOP, SendOpcode.NOP);
        pair(WqeOpcode.SEND, SendOpcode.SEND);
        pair(WqeOpcode.SEND_IMM, SendOpcode.SEND_IMM);
        pair(WqeOpcode.SEND_INVAL, SendOpcode.SEND_INV);
        pair(WqeOpcode.RDMA_WRITE, SendOpcode.RDMA_WRITE);
        pair(WqeOpcode.RDMA_WRITE_IMM, SendOpcode.RDMA_WRITE_IMM);
        pair(WqeOpcode.RDMA_READ, SendOpcode.RDMA_READ);
        pair(WqeOpcode.ATOMIC_CS, SendOpcode.COMPARE_SWAP);
        pair(WqeOpcode.ATOMIC_FA, SendOpcode.FETCH_ADD);
        pair(WqeOpcode.UMR, SendOpcode.CHANGE_KEY);
        for (CompletionKind kind : CompletionKind.values()) {
            OF_KINDS[kind.ordinal()] = switch (kind) {
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

    private QueueNumbers() {}

    private static void pair(int number, int operation) {
        OPERATIONS[number] = operation;
        OF_OPERATIONS[operation] = number;
    }

    /**
     * {@return the operation of a WQE, as {@link SendOpcode} says}
     *
     * @param number 8 bits
     */
    static int operation(int number) {
        return OPERATIONS[number];
    }

    /** {@return the number of an operation that a WQE of this format has asked for} */
    static int ofOperation(int operation) {
        return OF_OPERATIONS[operation];
    }

    /** {@return the opcode of a CQE} */
    static int ofKind(CompletionKind kind) {
        return OF_KINDS[kind.ordinal()];
    }

    /** {@return the syndrome of a CQE, one of {@link CqeSyndrome}} */
    static int ofStatus(CompletionStatus status) {
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
