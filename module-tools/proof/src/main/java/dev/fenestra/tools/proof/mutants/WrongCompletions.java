package dev.fenestra.tools.proof.mutants;

import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;

/** Completions as a provider reads them from its ring, with one field wrong. */
public final class WrongCompletions {
    private static final long LOW = 0xffff_ffffL;
    private static final int STATUS_LOC_QP_OP_ERR = 2;

    private WrongCompletions() {}

    /** The upper half of {@code wr_id} is lost. */
    public static void halfId(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId & LOW, opcode, byteLength, qpNumber, immediate, flags);
    }

    /** {@code wr_id} is taken for a signed number of 32 bits. */
    public static void signedId(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded((int) wrId, opcode, byteLength, qpNumber, immediate, flags);
    }

    /** Everything is a SEND. */
    public static void sendOpcode(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, WcOpcode.SEND.code(), byteLength, qpNumber, immediate, flags);
    }

    /** Everything is a RECV. */
    public static void receiveOpcode(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, WcOpcode.RECV.code(), byteLength, qpNumber, immediate, flags);
    }

    /** {@code byte_len} is missing. */
    public static void noLength(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, 0, qpNumber, immediate, flags);
    }

    /** {@code byte_len} is one too many. */
    public static void longer(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength + 1, qpNumber, immediate, flags);
    }

    /** {@code qp_num} is missing. */
    public static void noQp(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, 0, immediate, flags);
    }

    /** {@code qp_num} is that of the next QP. */
    public static void nextQp(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber + 1, immediate, flags);
    }

    /** Immediate data and invalidated keys are lost. */
    public static void noImmediate(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber, 0, flags);
    }

    /** Invalidated keys are lost. */
    public static void noKey(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        int told = (flags & WcFlag.WITH_INV) == 0 ? immediate : 0;
        into.succeeded(wrId, opcode, byteLength, qpNumber, told, flags);
    }

    /** Immediate data and invalidated keys are in the other byte order. */
    public static void swappedImmediate(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber, Integer.reverseBytes(immediate), flags);
    }

    /** No flag is set. */
    public static void noFlags(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber, immediate, 0);
    }

    /** {@code IBV_WC_WITH_INV} is not set. */
    public static void noInvFlag(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber, immediate, flags & ~WcFlag.WITH_INV);
    }

    /** Everything has immediate data. */
    public static void alwaysImmediate(
            Completions into, long wrId, int opcode, int byteLength, int qpNumber, int immediate, int flags) {
        into.succeeded(wrId, opcode, byteLength, qpNumber, immediate, flags | WcFlag.WITH_IMM);
    }

    /** The upper half of {@code wr_id} is lost where a request fails. */
    public static void halfIdOfFailed(Completions into, long wrId, int status, int qpNumber, int vendorError) {
        into.failed(wrId & LOW, status, qpNumber, vendorError);
    }

    /** {@code qp_num} is missing when a request fails. */
    public static void noQpOfFailed(Completions into, long wrId, int status, int qpNumber, int vendorError) {
        into.failed(wrId, status, 0, vendorError);
    }

    /** Every failure has one status. */
    public static void oneStatus(Completions into, long wrId, int status, int qpNumber, int vendorError) {
        into.failed(wrId, STATUS_LOC_QP_OP_ERR, qpNumber, vendorError);
    }
}
