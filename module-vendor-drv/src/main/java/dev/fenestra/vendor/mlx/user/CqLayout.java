package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;

/**
 * The shape of a CQ's ring.
 *
 * @param logEntries log2 of its entries
 * @param cqeBytes 64, or 128 with room for inline data before each CQE
 * @param version 1 when CQEs carry the user index of their QP, 0 when only its number
 */
record CqLayout(int logEntries, int cqeBytes, int version) {
    /** A ring for so many completions: one entry more, rounded up to a power of two. */
    static CqLayout of(int cqe) {
        return new CqLayout(Integer.SIZE - Integer.numberOfLeadingZeros(cqe), Cqe.BYTES, 1);
    }

    /** The same with another capacity. */
    CqLayout resized(int cqe) {
        return new CqLayout(of(cqe).logEntries, cqeBytes, version);
    }

    /** Marks every entry of a ring as never written. */
    void clear(QueueBuffer ring) {
        for (int i = 0; i < entries(); i++) {
            int at = at(i);
            Cqe.OWNER.word(ring.segment(at), ring.offset(at), Cqe.FRESH);
        }
    }

    CqLayout withCqes(int bytes) {
        return new CqLayout(logEntries, bytes, version);
    }

    int entries() {
        return 1 << logEntries;
    }

    long bytes() {
        return (long) cqeBytes << logEntries;
    }

    /** The byte where the common 64 bytes of an entry begin. */
    int at(int index) {
        return (index & entries() - 1) * cqeBytes + cqeBytes - Cqe.BYTES;
    }
}
