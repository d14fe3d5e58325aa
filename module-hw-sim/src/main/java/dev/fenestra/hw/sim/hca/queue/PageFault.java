package dev.fenestra.hw.sim.hca.queue;

/**
 * A QP waits for pages.
 *
 * @param token under which it waits, 48 bits: QPN, a count, and what of the QP waits
 * @param kind bits of {@link dev.fenestra.hw.sim.mlx5.prm.Eqe}
 * @param mkey the region
 * @param address of the first page, by which requests name it
 * @param pages that are needed now
 * @param more pages behind them that will be needed next
 */
public record PageFault(long token, int kind, int mkey, long address, int pages, int more) {}
