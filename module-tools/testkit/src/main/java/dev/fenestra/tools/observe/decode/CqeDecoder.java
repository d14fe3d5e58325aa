package dev.fenestra.tools.observe.decode;

import static java.util.Map.entry;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decodes a CQE of a success or of an error. */
public final class CqeDecoder {
    private static final int LONG_BYTES = 2 * Cqe.BYTES;

    private static final Meaning OPCODES = new ValueNames()
            .name(Cqe.REQ, "REQ: a send WQE completed")
            .name(Cqe.RESP_WR_IMM, "RESP_WR_IMM: an RDMA WRITE with immediate data arrived")
            .name(Cqe.RESP_SEND, "RESP_SEND: a SEND arrived")
            .name(Cqe.RESP_SEND_IMM, "RESP_SEND_IMM: a SEND with immediate data arrived")
            .name(Cqe.RESP_SEND_INV, "RESP_SEND_INV: a SEND with invalidate arrived")
            .name(Cqe.RESIZE_CQ, "RESIZE_CQ: the rest is in the new CQ")
            .name(Cqe.NO_PACKET, "NO_PACKET")
            .name(Cqe.SIG_ERR, "SIG_ERR: a signature error")
            .name(Cqe.REQ_ERR, "REQ_ERR: a send WQE failed")
            .name(Cqe.RESP_ERR, "RESP_ERR: a receive WQE failed")
            .name(Cqe.INVALID, "INVALID: no completion here");

    private static final Meaning FORMATS = new ValueNames()
            .name(0, "no inline data")
            .name(1, "32 bytes of inline data in this CQE")
            .name(2, "64 bytes of inline data before this CQE")
            .name(3, "compressed");

    private static final Map<Field, Meaning> FIXED = Map.ofEntries(
            entry(Cqe.PATH_BITS, Meaning.DECIMAL),
            entry(Cqe.SOURCE_LID, Meaning.DECIMAL),
            entry(Cqe.GRH, value -> value == 0 ? "" : "with a GRH"),
            entry(Cqe.SERVICE_LEVEL, Meaning.DECIMAL),
            entry(Cqe.SOURCE_QPN, Meaning.DECIMAL),
            entry(Cqe.USER_INDEX, Meaning.always("SRQ number (version 0) or user index (version 1)")),
            entry(Cqe.BYTE_COUNT, Meaning.units("bytes")),
            entry(Cqe.QPN, Meaning.DECIMAL),
            entry(Cqe.WQE_COUNTER, Meaning.DECIMAL),
            entry(Cqe.OPCODE, OPCODES),
            entry(Cqe.FORMAT, FORMATS),
            entry(Cqe.SOLICITED, value -> value == 0 ? "" : "solicited event"),
            entry(Cqe.OWNER, value -> "software's in " + (value == 0 ? "even" : "odd") + " laps of the CQ"),
            entry(Cqe.VENDOR_SYNDROME, CqeDecoder::rule),
            entry(
                    Cqe.SYNDROME,
                    value -> CqeSyndrome.name((int) value).startsWith("0x")
                            ? "unknown: GENERAL_ERR"
                            : CqeSyndrome.name((int) value)));

    private static final Set<Field> ERROR_ONLY = Set.of(Cqe.VENDOR_SYNDROME, Cqe.SYNDROME);
    /** The fields that an error entry has. */
    private static final Set<Field> ERROR = Set.of(
            Cqe.USER_INDEX,
            Cqe.VENDOR_SYNDROME,
            Cqe.SYNDROME,
            Cqe.WQE_OPCODE,
            Cqe.QPN,
            Cqe.WQE_COUNTER,
            Cqe.SIGNATURE,
            Cqe.OPCODE,
            Cqe.FORMAT,
            Cqe.SOLICITED,
            Cqe.OWNER);

    private CqeDecoder() {}

    /** A CQE of 64 bytes, or one of 128 whose first half holds inline data. */
    public static Decoded decode(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        bytes.need("a CQE", 0, Cqe.BYTES);
        if (input.length > Cqe.BYTES) {
            bytes.need("a CQE of the long kind", 0, LONG_BYTES);
        }
        if (input.length > LONG_BYTES) {
            throw new DecodeException(
                    "a CQE has 64 or 128 bytes, but the input goes on to offset " + Bytes.at(input.length));
        }
        long base = input.length - Cqe.BYTES;
        int opcode = bytes.getInt(Cqe.OPCODE, base);
        boolean error = opcode == Cqe.REQ_ERR || opcode == Cqe.RESP_ERR;
        Section cqe = new Section(error ? "CQE, error" : "CQE", base, Cqe.BYTES).fields(fields(bytes, base, error));
        if (!error && bytes.getInt(Cqe.FORMAT, base) == 1) {
            cqe.note("The first 32 bytes are inline data; fields that lie there mean nothing on a connected QP.");
        }
        if (base != 0) {
            cqe.part(bytes.raw("first half: inline data", 0, base));
        }
        return cqe.build();
    }

    private static List<DecodedField> fields(Bytes bytes, long base, boolean error) {
        int opcode = bytes.getInt(Cqe.OPCODE, base);
        Map<Field, Meaning> meanings = new HashMap<>(FIXED);
        meanings.put(Cqe.IMMEDIATE, Meaning.always(immediate(opcode)));
        if (opcode == Cqe.REQ || opcode == Cqe.REQ_ERR) {
            meanings.put(
                    Cqe.WQE_OPCODE,
                    value -> ControlDecoder.isKnown((int) value) ? WqeOpcode.name((int) value) : "unknown");
        }
        return Cqe.LAYOUT.fields().stream()
                .filter(error ? ERROR::contains : field -> !ERROR_ONLY.contains(field))
                .map(field -> bytes.field(field, base, meanings.getOrDefault(field, Meaning.NONE)))
                .toList();
    }

    private static String immediate(int opcode) {
        return switch (opcode) {
            case Cqe.RESP_WR_IMM, Cqe.RESP_SEND_IMM -> "immediate data";
            case Cqe.RESP_SEND_INV -> "invalidated R_Key";
            case Cqe.RESP_SEND -> "P_Key index in the low 16 bits";
            default -> "";
        };
    }

    /** The meaning of a rule's code in an entry. */
    static String rule(long code) {
        if (code == 0) {
            return "";
        }
        return HcaRule.of((int) code)
                .map(rule -> "our device's rule " + rule.id() + ": " + rule.violation())
                .orElse("no rule of our device");
    }
}
