package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.device.OpenDevice;
import java.util.OptionalInt;

/** One entry of a polled block. */
record WorkCompletion(
        long wrId,
        WcStatus status,
        int opcode,
        int byteLength,
        int qpNumber,
        int immediateOrKey,
        int flags,
        int vendorError,
        int sourceQpNumber,
        long timestamp) {

    static WorkCompletion of(Completions block, int i) {
        return new WorkCompletion(
                block.wrId(i),
                block.status(i),
                block.opcode(i),
                block.byteLength(i),
                block.qpNumber(i),
                block.immediateOrKey(i),
                block.flags(i),
                block.vendorError(i),
                block.sourceQpNumber(i),
                0);
    }

    /** The completion under a cursor, with its time. */
    static WorkCompletion of(CqCursor at) {
        return new WorkCompletion(
                at.wrId(),
                WcStatus.of(at.status()),
                at.opcode(),
                at.byteLength(),
                at.qpNumber(),
                at.immediateOrKey(),
                at.flags(),
                at.vendorError(),
                at.sourceQpNumber(),
                at.completionTimestamp());
    }

    void addTo(Completions block) {
        if (status == WcStatus.SUCCESS) {
            block.succeeded(wrId, opcode, byteLength, qpNumber, immediateOrKey, flags);
            block.source(sourceQpNumber, 0, 0, 0, 0);
        } else {
            block.failed(wrId, status.code(), qpNumber, vendorError);
        }
    }

    /** The completion; one that failed has the reason that the host's log knows. */
    Completion toCompletion(OpenDevice device) {
        return status == WcStatus.SUCCESS
                ? new Completion.Done(
                        wrId,
                        WcOpcode.of(opcode),
                        byteLength,
                        qpNumber,
                        with(WcFlag.WITH_IMM, immediateOrKey),
                        with(WcFlag.WITH_INV, immediateOrKey),
                        with(WcFlag.GRH, sourceQpNumber))
                : new Completion.Failed(wrId, status, vendorError, qpNumber, reason(device));
    }

    /** A flushed request has none: an earlier one failed. The peer's reason is in the log of the peer. */
    private String reason(OpenDevice device) {
        return status == WcStatus.WR_FLUSH_ERR
                ? ""
                : device.kernel()
                        .refusalOf(qpNumber, status, wrId)
                        .map(Refusal::reason)
                        .orElse("");
    }

    private OptionalInt with(int flag, int value) {
        return (flags & flag) != 0 ? OptionalInt.of(value) : OptionalInt.empty();
    }
}
