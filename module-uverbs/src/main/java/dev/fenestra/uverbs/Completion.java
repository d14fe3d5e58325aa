package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.OptionalInt;

/** What became of a work request ({@code ibv_wc}): done, or failed with nothing but a status. */
public sealed interface Completion {

    long wrId();

    /** The QP it was posted to. */
    int qpNumber();

    WcStatus status();

    /** The completion, if the request succeeded; a {@link WorkCompletionException} if it failed. */
    Done orThrow();

    /**
     * A request that succeeded.
     *
     * @param byteLength bytes received or read
     * @param immediate immediate data of the peer
     * @param invalidatedKey the R_Key that the peer invalidated
     * @param sourceQpNumber UD: the QP the message came from; its first 40 bytes are the GRH then
     */
    record Done(
            long wrId,
            WcOpcode opcode,
            int byteLength,
            int qpNumber,
            OptionalInt immediate,
            OptionalInt invalidatedKey,
            OptionalInt sourceQpNumber)
            implements Completion {

        @Override
        public WcStatus status() {
            return WcStatus.SUCCESS;
        }

        @Override
        public Done orThrow() {
            return this;
        }
    }

    /**
     * A request that failed, or was flushed because an earlier one did.
     *
     * @param vendorError the device's own number for the reason
     */
    record Failed(long wrId, WcStatus status, int vendorError, int qpNumber) implements Completion {

        @Override
        public Done orThrow() {
            throw new WorkCompletionException(this);
        }
    }
}
