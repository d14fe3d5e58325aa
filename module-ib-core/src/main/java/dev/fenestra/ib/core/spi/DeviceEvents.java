package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import org.jspecify.annotations.Nullable;

/**
 * Where a driver delivers what its device tells the host. Called from work that was
 * {@link KernelServices#defer deferred}, never while the device works. An event of an object that the kernel does not
 * know, or has already destroyed, is dropped.
 */
public interface DeviceEvents {

    /**
     * A CQ has the completion for which it was armed.
     *
     * @param cq whose completion it is
     */
    void completed(DriverCq cq);

    /**
     * Something happened to an object.
     *
     * @param type what has happened
     * @param source the object it happened to
     * @param cause for an event that a refusal led to, the refusal; else null
     */
    void raised(AsyncEventType type, EventSource source, @Nullable Refusal cause);

    /**
     * Something happened to a port, or with port 0 to the device as a whole.
     *
     * @param type what has happened
     * @param port number of the port, from 1
     */
    void raised(AsyncEventType type, int port);
}
