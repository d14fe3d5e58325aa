package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.queue.ForeignOpcode;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.EventType;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.PacketDecoder;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
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

    static String errno(int code) {
        for (Errno errno : Errno.values()) {
            if (errno.code() == code) {
                return errno.name();
            }
        }
        return "errno " + code;
    }

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
        return PacketDecoder.describe(header, 0, payloadBytes);
    }

    static String event(int type) {
        return EventType.name(type);
    }

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

    static String wqe(int opcode) {
        return switch (opcode) {
            case ForeignOpcode.BIND_MW -> "BIND_MW";
            case ForeignOpcode.LOCAL_INV -> "LOCAL_INV";
            case ForeignOpcode.FLUSH -> "FLUSH";
            case ForeignOpcode.ATOMIC_WRITE -> "ATOMIC_WRITE";
            default -> WqeOpcode.name(opcode);
        };
    }

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
