package dev.fenestra.ib.core.spi;

/**
 * Takes completions off a CQ one by one ({@code ibv_start_poll}). It reads only the fields that the caller asks for,
 * from the queue's own memory, and allocates nothing. A successful start locks the queue for the calling thread until
 * the end.
 *
 * <p>The fields mean something while the cursor stands on a completion. Of a failed one only {@link #wrId},
 * {@link #status}, {@link #qpNumber} and {@link #vendorError} mean anything.
 */
public interface CqCursor {

    /**
     * Takes the first completion.
     *
     * @return 0; ENOENT when the queue is empty, EIO when it is broken: then there is nothing to end
     */
    int startPoll();

    /**
     * Takes the next completion.
     *
     * @return 0; ENOENT when the queue is empty, EIO when it is broken: then the fields are without meaning
     */
    int nextPoll();

    /** Tells the device what was taken and unlocks the queue. */
    void endPoll();

    /** {@return the number of the request that has completed} */
    long wrId();

    /** {@return the number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}} */
    int status();

    /** {@return the number of a {@link dev.fenestra.ib.core.vocabulary.WcOpcode}, or one of a vendor's own} */
    int opcode();

    /** {@return the device's own number for what went wrong; 0 on success} */
    int vendorError();

    /**
     * {@return when the device wrote the completion, in ticks of its
     * {@link dev.fenestra.ib.core.vocabulary.ClockAttributes}; 0 without a clock}
     */
    long completionTimestamp();

    /** {@return bytes received or read} */
    int byteLength();

    /** {@return the number of the QP of this host, 24 bits} */
    int qpNumber();

    /** {@return the immediate data, or the invalidated R_Key, as {@link #flags} says} */
    int immediateOrKey();

    /** {@return bits of {@link dev.fenestra.ib.core.vocabulary.WcFlag}} */
    int flags();

    /** {@return receives: the QP the message came from; only UD says} */
    int sourceQpNumber();

    /** {@return receives on InfiniBand: the service level of the message} */
    int serviceLevel();

    /** {@return receives on InfiniBand: the LID the message came from} */
    int sourceLid();

    /** {@return receives on InfiniBand: the low bits of the LID the message was sent to} */
    int pathBits();
}
