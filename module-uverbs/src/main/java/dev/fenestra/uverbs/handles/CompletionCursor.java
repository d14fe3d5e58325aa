package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.CqCursor;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsObserver;
import org.jspecify.annotations.Nullable;

/**
 * Extended polling ({@code ibv_start_poll}): takes completions one by one and reads only the fields that the program
 * asks for. It allocates nothing. From a successful start to the end it belongs to one thread; other threads that poll
 * the CQ wait.
 *
 * <p>Fields can be read while the cursor stands on a completion. A failed completion has only {@link #wrId},
 * {@link #status}, {@link #qpNumber} and {@link #vendorError}.
 */
public final class CompletionCursor {
    private final CompletionQueue cq;
    private final @Nullable CqCursor device;
    private final DeviceClock clock;
    /** The completion under the cursor when {@link CompletionQueue#await} kept it; otherwise null. */
    private @Nullable WorkCompletion kept;

    private boolean started;

    CompletionCursor(CompletionQueue cq, @Nullable CqCursor device, DeviceClock clock) {
        this.cq = cq;
        this.device = device;
        this.clock = clock;
    }

    /**
     * Takes the first completion. When there is none, the device gets one turn.
     *
     * @return 0, and the caller must end the polling; ENOENT when the queue is empty, EIO when it is broken, EOPNOTSUPP
     *     when the provider has no extended polling
     */
    public int startPoll() {
        cq.checkOpen();
        started = false;
        int errno = take();
        if (errno == Errno.ENOENT.code()) {
            cq.emptyPoll();
        }
        return errno;
    }

    /**
     * Takes the next completion.
     *
     * @return 0; ENOENT when the queue is empty, EIO when it is broken; then the fields mean nothing
     */
    public int nextPoll() {
        return take();
    }

    /** Ends the polling: frees the entries that were taken, and lets other threads poll. */
    public void endPoll() {
        kept = null;
        if (started) {
            device().endPoll();
            started = false;
        }
    }

    private int take() {
        kept = cq.takeKept();
        int errno = kept == null ? takeFromDevice() : 0;
        if (errno == 0) {
            boolean failed = status() != WcStatus.SUCCESS;
            cq.observePolled(
                    qpNumber(),
                    wrId(),
                    status().code(),
                    failed ? VerbsObserver.NO_OPCODE : opcode(),
                    failed ? 0 : byteLength());
        }
        return errno;
    }

    private int takeFromDevice() {
        if (device == null) {
            return Errno.EOPNOTSUPP.code();
        }
        if (started) {
            return device.nextPoll();
        }
        int errno = device.startPoll();
        started = errno == 0;
        return errno;
    }

    private CqCursor device() {
        if (device == null || !started) {
            throw new IllegalStateException("the cursor of " + cq.name() + " is not on a completion");
        }
        return device;
    }

    /** {@return the number of the request that has completed} */
    public long wrId() {
        return kept != null ? kept.wrId() : device().wrId();
    }

    /** {@return how the request ended} */
    public WcStatus status() {
        return kept != null ? kept.status() : WcStatus.of(device().status());
    }

    /** {@return the number of a {@link dev.fenestra.ib.core.vocabulary.WcOpcode}, or one of a vendor's own} */
    public int opcode() {
        return kept != null ? kept.opcode() : device().opcode();
    }

    /** {@return the device's own number for the reason of a failure; 0 on success} */
    public int vendorError() {
        return kept != null ? kept.vendorError() : device().vendorError();
    }

    /** {@return bytes received or read} */
    public int byteLength() {
        return kept != null ? kept.byteLength() : device().byteLength();
    }

    /** {@return the number of the QP of this host, 24 bits} */
    public int qpNumber() {
        return kept != null ? kept.qpNumber() : device().qpNumber();
    }

    /** {@return the immediate data, or the invalidated R_Key, as {@link #flags} says} */
    public int immediateOrKey() {
        return kept != null ? kept.immediateOrKey() : device().immediateOrKey();
    }

    /** {@return bits of {@link dev.fenestra.ib.core.vocabulary.WcFlag}} */
    public int flags() {
        return kept != null ? kept.flags() : device().flags();
    }

    /** {@return for receives of UD, the QP that sent the message} */
    public int sourceQpNumber() {
        return kept != null ? kept.sourceQpNumber() : device().sourceQpNumber();
    }

    /**
     * {@return when the device wrote the completion, in ticks of {@link Context#clock} ({@code
     * ibv_wc_read_completion_ts})}
     *
     * @throws IllegalStateException for a CQ that was created without COMPLETION_TIMESTAMP
     */
    public long completionTimestamp() {
        cq.checkField(WcExField.COMPLETION_TIMESTAMP);
        return ticks();
    }

    /**
     * {@return when the device wrote the completion, on {@link Context#now}, nanoseconds
     * ({@code ibv_wc_read_completion_wallclock_ns})}
     *
     * @throws IllegalStateException for a CQ that was created without COMPLETION_TIMESTAMP_WALLCLOCK
     */
    public long completionWallclock() {
        cq.checkField(WcExField.COMPLETION_TIMESTAMP_WALLCLOCK);
        return clock.nanos(ticks());
    }

    private long ticks() {
        return kept != null ? kept.timestamp() : device().completionTimestamp();
    }
}
