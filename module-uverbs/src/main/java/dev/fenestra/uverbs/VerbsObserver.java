package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.CallArguments;
import java.util.function.Supplier;

/** Observes the calls of a program, in primitives, on the program's own thread. */
public interface VerbsObserver {

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
     * A completion was taken from a CQ.
     *
     * @param cq its handle
     * @param wrId the number of the request
     * @param status number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     */
    void polled(int cq, long wrId, int status);
}
