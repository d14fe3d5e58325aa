package dev.fenestra.hw.sim.hca.queue;

/**
 * A QP waits for pages.
 *
 * @param token under which it waits, 48 bits: QPN, a count, and what of the QP waits
 * @param isOfRequest the QP waits with a request of its own
 * @param isWrite the pages are to be written
 * @param isOfPeer a remote operation of the peer needs the pages
 * @param mkey the region
 * @param address of the first page, by which requests name it
 * @param pages that are needed now
 * @param more pages behind them that will be needed next
 */
public record PageFault(
        long token,
        boolean isOfRequest,
        boolean isWrite,
        boolean isOfPeer,
        int mkey,
        long address,
        int pages,
        int more) {}
