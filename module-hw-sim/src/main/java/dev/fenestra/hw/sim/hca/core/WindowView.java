package dev.fenestra.hw.sim.hca.core;

/**
 * A window as the key table has it.
 *
 * @param rkey its present key
 * @param isBound whether it is bound; else the rest means nothing
 * @param lkey of its region
 * @param qpn the QP it is tied to, or {@link dev.fenestra.hw.sim.mlx5.prm.MkeyContext#ANY_QPN}
 * @param start address by which peers name its first byte
 * @param address of that byte in the region
 * @param length bytes
 * @param rights bits of {@link dev.fenestra.hw.sim.hca.vocabulary.Rights}, among others
 */
public record WindowView(
        int rkey, boolean isBound, int lkey, int qpn, long start, long address, long length, int rights) {}
