package dev.fenestra.ib.core.spi;

/**
 * Memory of a queue that the user half of a driver registers before it makes the queue. It is not a region of the
 * program: no list and no count of regions has it.
 */
public interface QueueMr extends DriverMr {}
