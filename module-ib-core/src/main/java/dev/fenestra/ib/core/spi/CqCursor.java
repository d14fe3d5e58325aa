package dev.fenestra.ib.core.spi;

/**
 * Takes completions off a CQ one by one ({@code ibv_start_poll}); of each only the fields asked for are read, from the
 * queue's own memory. Allocates nothing. Between a start that succeeded and its end the queue is locked: the cursor is
 * one thread's.
 *
 * <p>Fields may be asked for while the cursor stands on a completion. Of one that failed only {@link #wrId},
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

    long wrId();

    /** The number of a {@link dev.fenestra.ib.core.vocabulary.WcStatus}. */
    int status();

    /** The number of a {@link dev.fenestra.ib.core.vocabulary.WcOpcode}, or one of a vendor's own. */
    int opcode();

    int vendorError();

    /**
     * When the device wrote the completion, in ticks of its {@link dev.fenestra.ib.core.vocabulary.ClockAttributes}; 0
     * without a clock.
     */
    long completionTimestamp();

    /** Bytes received or read. */
    int byteLength();

    int qpNumber();

    /** The immediate data, or the invalidated R_Key, as {@link #flags} says. */
    int immediateOrKey();

    /** Bits of {@link dev.fenestra.ib.core.vocabulary.WcFlag}. */
    int flags();

    /** Receives: the QP the message came from; only UD says. */
    int sourceQpNumber();

    /** Receives on InfiniBand: the service level of the message. */
    int serviceLevel();

    /** Receives on InfiniBand: the LID the message came from. */
    int sourceLid();

    /** Receives on InfiniBand: the low bits of the LID the message was sent to. */
    int pathBits();
}
