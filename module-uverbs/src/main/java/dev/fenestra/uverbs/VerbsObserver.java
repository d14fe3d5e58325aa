package dev.fenestra.uverbs;

/** Watches a program use the API, in primitives, on the program's own thread. */
public interface VerbsObserver {

    /** A control verb, such as {@code ibv_reg_mr}, is about to be made. */
    void call(String verb);

    /**
     * A send request was posted.
     *
     * @param opcode number of a {@link dev.fenestra.ib.core.vocabulary.WrOpcode}
     */
    void posted(int qpNumber, long wrId, int opcode);

    /**
     * A completion was taken from a CQ.
     *
     * @param cq its handle
     * @param status number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}
     */
    void polled(int cq, long wrId, int status);
}
