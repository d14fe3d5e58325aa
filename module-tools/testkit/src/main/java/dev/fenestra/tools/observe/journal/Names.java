package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.PacketText;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import org.jspecify.annotations.Nullable;

/**
 * Names for the numbers that observers report. A number without a name is shown as it is: another driver may have its
 * own.
 */
final class Names {
    /** Bytes in the unit in which WQEs are measured. */
    static final int OCTOWORD = 16;

    private Names() {}

    static String command(int opcode) {
        @Nullable CommandOpcode known = CommandOpcode.of(opcode);
        return known == null ? hex(opcode) : known.name();
    }

    /** A command that a layer has seen to its end. */
    static String ended(int opcode, int status, Layer layer) {
        String name = command(opcode);
        String what = layer == Layer.HW_SIM ? "execute " + name : name + " answered";
        return what + (status == 0 ? "" : String.format(", status 0x%02x", status));
    }

    static String refused(Refusal refusal) {
        return "REFUSED [" + refusal.ruleId() + "] " + refusal.violation() + " -> " + refusal.outcome() + " ("
                + refusal.values() + ")";
    }

    static String packet(byte[] header, int payloadBytes) {
        return PacketText.describe(header, 0, payloadBytes);
    }

    static String event(EventKind kind) {
        return switch (kind) {
            case COMPLETION -> "completion";
            case COMMUNICATION_ESTABLISHED -> "communication established";
            case SEND_QUEUE_DRAINED -> "send queue drained";
            case CQ_ERROR -> "CQ error";
            case QP_CATASTROPHIC -> "work queue catastrophic error";
            case DEVICE_CATASTROPHIC -> "internal error";
            case PORT_DOWN, PORT_ACTIVE -> "port change";
            case PAGE_FAULT -> "page fault";
            case INVALID_REQUEST -> "work queue invalid request";
            case ACCESS_ERROR -> "work queue access error";
            case LAST_WQE -> "last WQE reached";
            case SRQ_LIMIT -> "SRQ limit reached";
        };
    }

    static String status(CompletionStatus status) {
        return switch (status) {
            case SUCCESS -> "SUCCESS";
            case LOCAL_LENGTH -> "LOC_LEN_ERR";
            case LOCAL_QP_OPERATION -> "LOC_QP_OP_ERR";
            case LOCAL_PROTECTION -> "LOC_PROT_ERR";
            case FLUSHED -> "WR_FLUSH_ERR";
            case MW_BIND -> "MW_BIND_ERR";
            case BAD_RESPONSE -> "BAD_RESP_ERR";
            case LOCAL_ACCESS -> "LOC_ACCESS_ERR";
            case REMOTE_INVALID_REQUEST -> "REM_INV_REQ_ERR";
            case REMOTE_ACCESS -> "REM_ACCESS_ERR";
            case REMOTE_OPERATION -> "REM_OP_ERR";
            case RETRY_EXCEEDED -> "RETRY_EXC_ERR";
            case RNR_RETRY_EXCEEDED -> "RNR_RETRY_EXC_ERR";
        };
    }

    /** The syndrome that a driver has read. */
    static String syndrome(int syndrome) {
        return CqeSyndrome.name(syndrome);
    }

    /** How many pages some bytes are. */
    static String pages(long bytes) {
        long pages = bytes >>> PinnedPages.PAGE_SHIFT;
        return pages + (pages == 1 ? " page" : " pages");
    }

    static String request(int opcode) {
        for (WrOpcode known : WrOpcode.values()) {
            if (known.code() == opcode) {
                return known.name();
            }
        }
        return hex(opcode);
    }

    /** The operation of a WQE that a device has fetched. */
    static String operation(int opcode) {
        return switch (opcode) {
            case SendOpcode.NOP -> "NOP";
            case SendOpcode.SEND -> "SEND";
            case SendOpcode.SEND_IMM -> "SEND_IMM";
            case SendOpcode.SEND_INV -> "SEND_INVAL";
            case SendOpcode.RDMA_WRITE -> "RDMA_WRITE";
            case SendOpcode.RDMA_WRITE_IMM -> "RDMA_WRITE_IMM";
            case SendOpcode.RDMA_READ -> "RDMA_READ";
            case SendOpcode.COMPARE_SWAP -> "ATOMIC_CS";
            case SendOpcode.FETCH_ADD -> "ATOMIC_FA";
            case SendOpcode.CHANGE_KEY -> "UMR";
            case SendOpcode.BIND_MW -> "BIND_MW";
            case SendOpcode.LOCAL_INV -> "LOCAL_INV";
            case SendOpcode.FLUSH -> "FLUSH";
            case SendOpcode.ATOMIC_WRITE -> "ATOMIC_WRITE";
            default -> WqeOpcode.name(opcode);
        };
    }

    static String completion(CompletionKind kind) {
        return switch (kind) {
            case REQUEST -> "REQ";
            case REQUEST_FAILED -> "REQ_ERR";
            case RECEIVE_SEND -> "RESP_SEND";
            case RECEIVE_SEND_IMM -> "RESP_SEND_IMM";
            case RECEIVE_SEND_INV -> "RESP_SEND_INV";
            case RECEIVE_WRITE_IMM -> "RESP_WR_IMM";
            case RECEIVE_FAILED -> "RESP_ERR";
        };
    }

    /** The opcode of a CQE that a driver has read. */
    static String cqe(int opcode) {
        return switch (opcode) {
            case Cqe.REQ -> "REQ";
            case Cqe.RESP_WR_IMM -> "RESP_WR_IMM";
            case Cqe.RESP_SEND -> "RESP_SEND";
            case Cqe.RESP_SEND_IMM -> "RESP_SEND_IMM";
            case Cqe.RESP_SEND_INV -> "RESP_SEND_INV";
            case Cqe.REQ_ERR -> "REQ_ERR";
            case Cqe.RESP_ERR -> "RESP_ERR";
            default -> hex(opcode);
        };
    }

    static String qpState(QpState state) {
        return switch (state) {
            case SQE, SQD -> hex(state.ordinal());
            default -> state.name();
        };
    }

    private static String hex(int number) {
        return String.format("0x%02x", number);
    }
}
