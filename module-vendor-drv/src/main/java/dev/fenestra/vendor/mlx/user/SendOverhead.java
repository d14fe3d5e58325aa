package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.EnumSet;
import java.util.Set;

/** Bytes of a send WQE before its data, for the largest request that a QP promises to post. */
final class SendOverhead {
    private static final int UNIT_BYTES = 16;
    private static final int MESSAGE = 16;
    private static final int REMOTE = 32;
    private static final int ATOMIC = 48;
    private static final int UMR = 192;
    private static final Set<WrOpcode> REMOTES =
            EnumSet.of(WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM, WrOpcode.RDMA_READ);
    private static final Set<WrOpcode> ATOMICS = EnumSet.of(WrOpcode.ATOMIC_CMP_AND_SWP, WrOpcode.ATOMIC_FETCH_AND_ADD);
    private static final Set<WrOpcode> UMRS = EnumSet.of(WrOpcode.BIND_MW, WrOpcode.LOCAL_INV);

    private SendOverhead() {}

    /** The overhead of a QP that may post all operations of its transport. */
    static int of(Transport transport) {
        return (transport == Transport.UD ? MESSAGE : UMR) + transport.units() * UNIT_BYTES;
    }

    /**
     * The overhead of a QP that named its operations.
     *
     * @param configuresMkeys whether it will change mkeys through direct verbs
     */
    static int of(Transport transport, Set<WrOpcode> operations, boolean configuresMkeys) {
        int most = MESSAGE;
        for (WrOpcode operation : operations) {
            most = Math.max(most, of(operation));
        }
        return (configuresMkeys ? UMR : most) + transport.units() * UNIT_BYTES;
    }

    private static int of(WrOpcode operation) {
        if (UMRS.contains(operation)) {
            return UMR;
        }
        if (ATOMICS.contains(operation)) {
            return ATOMIC;
        }
        return REMOTES.contains(operation) ? REMOTE : MESSAGE;
    }
}
