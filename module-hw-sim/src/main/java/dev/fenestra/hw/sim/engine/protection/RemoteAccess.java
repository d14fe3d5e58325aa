package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.device.OdpSupport;

/**
 * What a peer does to memory: the right that its R_Key must give, and how the device names the operation for paged
 * memory.
 */
public enum RemoteAccess {
    WRITE(Rights.REMOTE_WRITE, OdpSupport.WRITE),
    READ(Rights.REMOTE_READ, OdpSupport.READ),
    ATOMIC(Rights.REMOTE_ATOMIC, OdpSupport.ATOMIC),
    ATOMIC_WRITE(Rights.REMOTE_WRITE, OdpSupport.ATOMIC_WRITE);

    final int right;
    final int operation;

    RemoteAccess(int right, int operation) {
        this.right = right;
        this.operation = operation;
    }
}
