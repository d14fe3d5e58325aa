package dev.fenestra.tools.captures;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.JsonObject;

/**
 * A completion, with what is valid in it; the rest is 0. The sender's byte count is valid only where data came back.
 *
 * @param side A or B
 * @param source UD: the QP that sent the message
 */
record Outcome(
        String side, long wrId, WcStatus status, int opcode, int bytes, int flags, int immediateOrKey, int source) {
    /** Linux hands the flag of its kernel to user space, where 4 means a right checksum. */
    private static final int KERNEL_WITH_INV = 4;

    static Outcome of(String side, Completions block, int i) {
        return cut(
                side,
                block.wrId(i),
                block.status(i),
                block.opcode(i),
                block.byteLength(i),
                block.flags(i),
                block.immediateOrKey(i),
                block.sourceQpNumber(i));
    }

    /** As soft-RoCE reported it, less its known slips: a GRH flag without GRH, the kernel's flag for an invalidate. */
    static Outcome of(JsonObject json, QpType type) {
        int flags = json.number("wc_flags") & (type == QpType.UD ? -1 : ~WcFlag.GRH);
        int word = (int) json.hex("imm_or_inv");
        boolean invalidate = json.number("opcode") >= WcOpcode.RECV.code() && (flags & KERNEL_WITH_INV) != 0;
        return cut(
                json.text("side"),
                json.number("wr_id"),
                WcStatus.of(json.number("status")),
                json.number("opcode"),
                json.number("byte_len"),
                invalidate ? flags & ~KERNEL_WITH_INV | WcFlag.WITH_INV : flags,
                invalidate ? Integer.reverseBytes(word) : word,
                json.number("src_qp"));
    }

    private static Outcome cut(
            String side, long wrId, WcStatus status, int opcode, int bytes, int flags, int word, int source) {
        if (status != WcStatus.SUCCESS) {
            return new Outcome(side, wrId, status, 0, 0, 0, 0, 0);
        }
        boolean received = opcode >= WcOpcode.RECV.code();
        boolean fetched = opcode == WcOpcode.RDMA_READ.code()
                || opcode == WcOpcode.COMP_SWAP.code()
                || opcode == WcOpcode.FETCH_ADD.code();
        return new Outcome(
                side,
                wrId,
                status,
                opcode,
                received || fetched ? bytes : 0,
                received ? flags : 0,
                received && (flags & (WcFlag.WITH_IMM | WcFlag.WITH_INV)) != 0 ? word : 0,
                received ? source : 0);
    }

    Outcome with(WcStatus other) {
        return new Outcome(side, wrId, other, 0, 0, 0, 0, 0);
    }
}
