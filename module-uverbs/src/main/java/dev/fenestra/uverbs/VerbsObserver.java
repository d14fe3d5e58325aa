package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.function.Supplier;

/** Observes the calls of a program, in primitives, on the program's own thread. */
public interface VerbsObserver {
    /** In place of the opcode of a completion that has none. */
    int NO_OPCODE = -1;

    /**
     * A program is about to call a control verb, such as {@code ibv_reg_mr}.
     *
     * @param verb the name of the verb, such as {@code ibv_reg_mr}
     */
    void call(String verb);

    /**
     * A program is about to call a control verb: the same, with what the verb was given.
     *
     * @param verb the name of the verb, such as {@code ibv_reg_mr}
     * @param arguments makes them; only to be asked during the call
     */
    default void call(String verb, Supplier<CallArguments> arguments) {
        call(verb);
    }

    /**
     * A send request was posted: it lies in its queue. The device is told next, and may execute it behind this call
     * only; a provider that does not support this order lets the call come later.
     *
     * @param qpNumber the QP number, 24 bits
     * @param wrId the number of the request
     * @param opcode number of a {@link dev.fenestra.ib.core.vocabulary.WrOpcode}
     */
    void posted(int qpNumber, long wrId, int opcode);

    /**
     * A send request was posted: the same, with the whole request.
     *
     * @param qpNumber the QP number, 24 bits
     * @param request what was posted; only valid during the call
     */
    default void posted(int qpNumber, SendList.Entry request) {
        posted(qpNumber, request.wrId, request.opcode.code());
    }

    /**
     * A receive was posted.
     *
     * @param queue a QP, or an SRQ
     * @param wrId the number of the request
     * @param pieces where the message goes, in order; only valid during the call
     */
    default void receivePosted(VerbsObject queue, long wrId, SgeList pieces) {}

    /**
     * A completion was taken from a CQ.
     *
     * @param cq its handle
     * @param wrId the number of the request
     * @param status number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     */
    void polled(int cq, long wrId, int status);

    /**
     * A completion was taken from a CQ: the same, with what it is about.
     *
     * @param cq its handle
     * @param qpNumber the QP number, 24 bits
     * @param wrId the number of the request
     * @param status number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     * @param opcode number of a {@link dev.fenestra.ib.core.vocabulary.WcOpcode}; {@link #NO_OPCODE} of a failure
     * @param byteLength bytes received or read; 0 of a failure
     */
    default void polled(int cq, int qpNumber, long wrId, int status, int opcode, int byteLength) {
        polled(cq, wrId, status);
    }

    /**
     * A CQ was polled and was empty.
     *
     * @param cq its handle
     */
    default void polledEmpty(int cq) {}

    /**
     * An object was created.
     *
     * @param object it is open
     */
    default void created(VerbsObject object) {}

    /**
     * An object has other properties than before, such as a region after {@code ibv_rereg_mr}.
     *
     * @param object it is open
     */
    default void changed(VerbsObject object) {}

    /**
     * A region was deregistered. Memory that it owns is still there.
     *
     * @param region the region
     */
    default void deregistered(VerbsObject region) {}

    /**
     * An object was destroyed.
     *
     * @param object it is closed
     */
    default void destroyed(VerbsObject object) {}

    /**
     * A QP was modified.
     *
     * @param qp the QP
     * @param attributes what the program asked for, and got
     */
    default void modified(VerbsObject qp, QpAttributes attributes) {}

    /**
     * A CQ was armed.
     *
     * @param cq its handle
     */
    default void armed(int cq) {}

    /**
     * An event of a CQ was taken from its channel.
     *
     * @param cq its handle
     */
    default void eventTaken(int cq) {}

    /**
     * Taken events of a CQ were acknowledged.
     *
     * @param cq its handle
     * @param count how many
     */
    default void eventsAcknowledged(int cq, int count) {}
}
