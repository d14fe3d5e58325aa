package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous event as a process reads it.
 *
 * @param type what has happened
 * @param handle of the CQ, QP or SRQ it happened to; 0 for a port or the device
 * @param port it happened to; 0 for an object or the device
 * @param cause the refusal that led to it, or null
 */
public record AsyncEventResponse(
        AsyncEventType type, int handle, int port, @Nullable Refusal cause) {}
