package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.ControlSegment.*;
import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.util.HashMap;
import java.util.Map;

/** Decodes the control segment of a send WQE. */
final class ControlDecoder {
    static final String TITLE = "control segment";
    private static final int SIGNED = 0xff;

    private static final Map<Field, Meaning> FIXED = Map.ofEntries(
            entry(WQE_INDEX, Meaning.units("basic blocks posted before")),
            entry(ControlSegment.QPN, Meaning.DECIMAL),
            entry(DS, value -> value + " units of 16 bytes"),
            entry(
                    FENCE,
                    new ValueNames()
                            .name(0, "no fence")
                            .name(FENCE_SMALL, "initiator small fence")
                            .name(FENCE_FULL, "fence")),
            entry(COMPLETION, new ValueNames().name(0, "CQE only on error").name(COMPLETION_ALWAYS, "makes a CQE")),
            entry(SOLICITED, value -> value == 0 ? "" : "solicited event"));

    private ControlDecoder() {}

    /** The segment at the start of a complete WQE. */
    static Decoded decode(Bytes bytes, long wqeBytes, String immediate) throws DecodeException {
        Map<Field, Meaning> meanings = new HashMap<>(FIXED);
        meanings.put(OPCODE, opcode -> isKnown((int) opcode) ? WqeOpcode.name((int) opcode) : "unknown");
        meanings.put(SIGNATURE, signature -> signature == 0 ? "" : signature(bytes, signature, wqeBytes));
        meanings.put(IMMEDIATE, Meaning.always(immediate));
        return bytes.segment(TITLE, LAYOUT, 0, meanings);
    }

    static boolean isKnown(int opcode) {
        return !WqeOpcode.name(opcode).startsWith("0x");
    }

    /** What the last word of the segment is for. */
    static String immediate(int opcode) {
        return switch (opcode) {
            case WqeOpcode.SEND_IMM, WqeOpcode.RDMA_WRITE_IMM -> "immediate data";
            case WqeOpcode.SEND_INVAL -> "R_Key for the peer to invalidate";
            default -> "";
        };
    }

    private static String signature(Bytes bytes, long signature, long wqeBytes) {
        int sum = bytes.xor(0, wqeBytes);
        return sum == SIGNED ? "right" : "wrong: should be 0x" + Integer.toHexString((int) signature ^ sum ^ SIGNED);
    }
}
