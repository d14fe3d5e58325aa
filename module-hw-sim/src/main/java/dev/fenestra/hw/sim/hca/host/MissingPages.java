package dev.fenestra.hw.sim.hca.host;

/**
 * Pages that a QP waits for.
 *
 * @param token under which it waits, 48 bits
 * @param key of the region
 * @param address of the first page, by which requests name it
 * @param pages that are needed now
 * @param more pages behind them that will be needed next
 * @param write whether they are to be written
 */
public record MissingPages(long token, int key, long address, int pages, int more, boolean write) {}
