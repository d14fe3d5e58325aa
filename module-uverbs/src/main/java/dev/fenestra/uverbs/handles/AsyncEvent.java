package dev.fenestra.uverbs.handles;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.UnackedEvents;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous event of an object, a port or the device ({@code ibv_async_event}). The program must acknowledge it
 * with {@link #ack}; until then its object cannot be destroyed.
 */
public final class AsyncEvent implements AutoCloseable {
    private final AsyncEventType type;
    private final @Nullable VerbsObject object;
    private final @Nullable UnackedEvents account;
    private final int port;
    private final @Nullable Refusal cause;
    private boolean acknowledged;

    /**
     * @param object it happened to; null for a port or the device
     * @param account of events that were not acknowledged; null without an object
     */
    AsyncEvent(
            AsyncEventType type,
            @Nullable VerbsObject object,
            @Nullable UnackedEvents account,
            int port,
            @Nullable Refusal cause) {
        this.type = type;
        this.object = object;
        this.account = account;
        this.port = port;
        this.cause = cause;
    }

    /** {@return what has happened} */
    public AsyncEventType type() {
        return type;
    }

    /** {@return the object it happened to; empty for a port or the device} */
    public Optional<VerbsObject> object() {
        return Optional.ofNullable(object);
    }

    /** {@return the QP it happened to} */
    public Optional<QueuePair> qp() {
        return object instanceof QueuePair qp ? Optional.of(qp) : Optional.empty();
    }

    /** {@return the XRC target it happened to} */
    public Optional<XrcTarget> xrcTarget() {
        return object instanceof XrcTarget target ? Optional.of(target) : Optional.empty();
    }

    /** {@return the CQ it happened to} */
    public Optional<CompletionQueue> cq() {
        return object instanceof CompletionQueue cq ? Optional.of(cq) : Optional.empty();
    }

    /** {@return the SRQ it happened to} */
    public Optional<SharedReceiveQueue> srq() {
        return object instanceof SharedReceiveQueue srq ? Optional.of(srq) : Optional.empty();
    }

    /** {@return the port it happened to} */
    public OptionalInt port() {
        return port == 0 ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /**
     * {@return the refusal behind QP_ACCESS_ERR or QP_REQ_ERR, on a device that reports it: the rule, and the key,
     * address and length that the peer named}
     * The peer does not learn these values.
     */
    public Optional<Refusal> cause() {
        return Optional.ofNullable(cause);
    }

    /**
     * Acknowledges the event ({@code ibv_ack_async_event}). A second call does nothing. An object's close waits until
     * other threads have acknowledged its events. It is refused with EBUSY when the closing thread itself holds one.
     */
    public synchronized void ack() {
        if (!acknowledged && account != null) {
            account.acknowledge(1);
        }
        acknowledged = true;
    }

    /** Acknowledges the event. */
    @Override
    public void close() {
        ack();
    }

    /** Type and object, for example {@code QP_ACCESS_ERR of QP 7}. */
    @Override
    public String toString() {
        String where = object != null ? " of " + object.name() : port != 0 ? " of port " + port : "";
        return type + where + (cause == null ? "" : ": " + cause);
    }
}
