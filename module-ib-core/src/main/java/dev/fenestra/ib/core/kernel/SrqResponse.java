package dev.fenestra.ib.core.kernel;

/**
 * The answer of CREATE_SRQ.
 *
 * @param handle of the SRQ
 * @param number of the SRQ for the device and for peers, 24 bits
 */
public record SrqResponse(int handle, int number) {}
