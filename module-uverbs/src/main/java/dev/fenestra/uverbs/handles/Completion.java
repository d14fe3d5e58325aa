package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.OptionalInt;

/** The result of a work request ({@code ibv_wc}). A failed request has a status and little else. */
public sealed interface Completion {

    /** {@return the number that the program gave the request} */
    long wrId();

    /** {@return the QP it was posted to} */
    int qpNumber();

    /** {@return how the request ended} */
    WcStatus status();

    /** {@return the completion, if the request succeeded; a {@link WorkCompletionException} if it failed} */
    Done orThrow();

    /**
     * A request that succeeded.
     *
     * @param wrId the number that the program gave the request
     * @param opcode the kind of request that has completed
     * @param byteLength bytes received or read
     * @param qpNumber the QP of this host that the request was posted to
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
     * @param wrId the number that the program gave the request
     * @param status why the request failed; never SUCCESS
     * @param vendorError the device's own number for the reason
     * @param qpNumber the QP of this host that the request was posted to
     * @param reason why, with the rule, such as {@code [B4] the region lacks MW_BIND: ...}; empty when the host's log
     *     does not say, as for a request that the peer refused
     */
    record Failed(long wrId, WcStatus status, int vendorError, int qpNumber, String reason) implements Completion {
        /**
         * A request that failed for a reason that this host does not know.
         *
         * @param wrId the number that the program gave the request
         * @param status why the request failed; never SUCCESS
         * @param vendorError the device's own number for the reason
         * @param qpNumber the QP of this host that the request was posted to
         */
        public Failed(long wrId, WcStatus status, int vendorError, int qpNumber) {
            this(wrId, status, vendorError, qpNumber, "");
        }

        /**
         * {@return the same with a reason}
         *
         * @param why what somebody knows who sees more than this host
         */
        public Failed because(String why) {
            return new Failed(wrId, status, vendorError, qpNumber, why);
        }

        @Override
        public Done orThrow() {
            throw new WorkCompletionException(this);
        }
    }
}
