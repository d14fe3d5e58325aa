package dev.fenestra.ib.core.kernel;

/**
 * A shared receive queue that was created.
 *
 * @param handle by which the kernel knows it
 * @param number by which the device and its peers know it, 24 bits
 */
public record SrqResponse(int handle, int number) {}
