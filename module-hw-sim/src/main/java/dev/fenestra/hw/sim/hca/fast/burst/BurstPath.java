package dev.fenestra.hw.sim.hca.fast.burst;

/** The path of a burst, without headers: from a port to a QP of another port, by GIDs. */
public final class BurstPath {
    /** Upper half of the sender's GID. */
    public long sourceGidHigh;
    /** Lower half of the sender's GID. */
    public long sourceGidLow;
    /** Upper half of the destination's GID. */
    public long destinationGidHigh;
    /** Lower half of the destination's GID. */
    public long destinationGidLow;
    /** The destination QP. */
    public int destinationQpn;

    /** Makes a path that leads nowhere yet. */
    public BurstPath() {}
}
