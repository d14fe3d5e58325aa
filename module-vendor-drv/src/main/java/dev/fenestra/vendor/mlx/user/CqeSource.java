package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import java.lang.foreign.MemorySegment;

/**
 * The source of a received message, from its CQE. After an inline receive of 32 bytes, these bytes are payload.
 */
final class CqeSource {
    private static final int PKEY_INDEX_MASK = 0xffff;

    private CqeSource() {}

    /** {@link WcFlag#GRH} or 0. */
    static int flags(MemorySegment memory, long base) {
        return Cqe.GRH.isSet(memory, base) ? WcFlag.GRH : 0;
    }

    static void read(MemorySegment memory, long base, Completions into) {
        int word = Cqe.SOURCE_QPN.word(memory, base);
        into.source(
                Cqe.SOURCE_QPN.extract(word),
                Cqe.SERVICE_LEVEL.extract(word),
                Cqe.SOURCE_LID.get(memory, base),
                Cqe.PATH_BITS.get(memory, base),
                Cqe.IMMEDIATE.get(memory, base) & PKEY_INDEX_MASK);
    }
}
