package dev.fenestra.vendor.common.kernel;

import dev.fenestra.ib.core.spi.QueueMr;

/**
 * Memory that a process has registered for a queue. No request names it, so it has no keys.
 *
 * @param context of the process
 * @param kind of the queue, a number of the vendor
 * @param address of the first byte
 * @param bytes of the memory
 * @param first bytes of the first ring in it
 * @param second bytes of the second ring, which lies behind the first
 */
public record QueueRegistration(CardContext context, int kind, long address, long bytes, int first, int second)
        implements QueueMr {
    @Override
    public int lkey() {
        return 0;
    }

    @Override
    public int rkey() {
        return 0;
    }
}
