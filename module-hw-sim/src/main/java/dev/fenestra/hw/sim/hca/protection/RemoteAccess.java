package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;

/** A peer's operation on memory: the right that its R_Key must give, and the operation's name for paged memory. */
public enum RemoteAccess {
    /** RDMA WRITE. */
    WRITE(Rights.REMOTE_WRITE, OdpSupport.WRITE),
    /** RDMA READ. */
    READ(Rights.REMOTE_READ, OdpSupport.READ),
    /** Compare-and-swap or fetch-and-add. */
    ATOMIC(Rights.REMOTE_ATOMIC, OdpSupport.ATOMIC),
    /** Atomic write. */
    ATOMIC_WRITE(Rights.REMOTE_WRITE, OdpSupport.ATOMIC_WRITE);

    /**
     * Bit of {@link Rights} that the key must grant.
     */
    public final int right;

    final int operation;

    RemoteAccess(int right, int operation) {
        this.right = right;
        this.operation = operation;
    }
}
