package dev.fenestra.hw.sim.hca.core;

/**
 * A region to be created or changed.
 *
 * @param pd its PD
 * @param start address by which requests name the first byte
 * @param length bytes
 * @param rights bits of {@link dev.fenestra.hw.sim.hca.vocabulary.Rights}
 * @param mayBind windows may be bound to it
 * @param zeroBased addresses are offsets
 * @param pages bus address of each 4 KiB page it touches, in order; none for a region that is paged on demand
 * @param ledger bus address of its cell in the binding ledger; 0 for none
 */
public record RegionSpec(
        int pd, long start, long length, int rights, boolean mayBind, boolean zeroBased, long[] pages, long ledger) {}
