package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.proof.oracle.program.Side;

/**
 * An expected completion. Those of one QP and direction come in the order predicted.
 *
 * @param opcode of a success
 * @param byteLength bytes received or read, or {@link #UNSAID}
 * @param flags wc_flags of a receive that succeeded, or {@link #UNSAID}
 * @param asksForEvent the message had the solicited flag
 * @param value immediate data or invalidated key; meaningful as flags or opcode say
 */
public record Expected(
        Side side,
        int qp,
        boolean isReceive,
        long wrId,
        WcStatus status,
        WcOpcode opcode,
        int byteLength,
        int flags,
        boolean asksForEvent,
        int value) {

    /** The tables do not define this field. */
    public static final int UNSAID = -1;

    static Expected failed(Queue queue, boolean isReceive, long wrId, WcStatus status) {
        WcOpcode meaningless = isReceive ? WcOpcode.RECV : WcOpcode.SEND;
        return new Expected(queue.side(), queue.slot(), isReceive, wrId, status, meaningless, UNSAID, 0, false, 0);
    }

    static Expected sent(Queue queue, long wrId, WcOpcode opcode, int byteLength, int value) {
        return new Expected(
                queue.side(), queue.slot(), false, wrId, WcStatus.SUCCESS, opcode, byteLength, UNSAID, false, value);
    }

    static Expected received(
            Queue queue, long wrId, WcOpcode opcode, int byteLength, int flags, boolean asksForEvent, int value) {
        return new Expected(
                queue.side(),
                queue.slot(),
                true,
                wrId,
                WcStatus.SUCCESS,
                opcode,
                byteLength,
                flags,
                asksForEvent,
                value);
    }

    /** Whether it makes an event that was asked for solicited completions only: failures do too. */
    public boolean isSolicited() {
        return asksForEvent || !isSuccess();
    }

    public boolean isSuccess() {
        return status == WcStatus.SUCCESS;
    }

    /** Whether {@link #value} is part of the expectation. */
    public boolean hasValue() {
        return isSuccess() && (flags > 0 || opcode == WcOpcode.LOCAL_INV);
    }
}
