package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import org.jspecify.annotations.Nullable;

/** Checks lengths that the fields of a WQE cannot hold: the device would read another length. */
final class PieceChecks {
    private static final int FIELD_MASK = 0xffff;

    private PieceChecks() {}

    /** The rule that a piece of a request or receive breaks, or null. A length is unsigned. */
    static @Nullable MlxRule length(int length) {
        return length < 0 ? MlxRule.PIECE_LENGTH : null;
    }

    /** The rule that the pieces of a request or receive break, or null. */
    static @Nullable MlxRule lengths(SgeList pieces) {
        MlxRule broken = null;
        for (int i = 0; i < pieces.size() && broken == null; i++) {
            broken = length(pieces.length(i));
        }
        return broken;
    }

    /** The rule that the pieces of an interleaved layout break, or null. */
    static @Nullable MlxRule strides(InterleavedList pieces) {
        for (int i = 0; i < pieces.size(); i++) {
            long bytes = Integer.toUnsignedLong(pieces.bytesCount(i));
            if (bytes + Integer.toUnsignedLong(pieces.bytesSkip(i)) > FIELD_MASK) {
                return MlxRule.STRIDE_FIELDS;
            }
        }
        return null;
    }
}
