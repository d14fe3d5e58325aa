/**
 * Host memory: physical frames behind bus addresses, process address spaces above them, kernel memory for drivers.
 *
 * <p>Every frame is counted: it is free exactly when no address space maps it and no device has it pinned.
 */
package dev.fenestra.ib.core.memory;
