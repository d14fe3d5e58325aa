package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * The answer of CREATE_SRQ.
 *
 * @param handle of the SRQ
 * @param number of the SRQ for the device and for peers, 24 bits
 * @param capacity that it was made with
 */
public record SrqResponse(int handle, int number, SrqCapacity capacity) {}
