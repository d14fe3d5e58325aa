package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.wire.IpFields;

/** The network headers of a packet: from a port to another port, by GIDs, and what a sender chooses of them. */
public abstract class PacketPath {
    /** Upper half of the sender's GID. */
    public long sourceGidHigh;
    /** Lower half of the sender's GID. */
    public long sourceGidLow;
    /** Upper half of the destination's GID. */
    public long destinationGidHigh;
    /** Lower half of the destination's GID. */
    public long destinationGidLow;
    /** UDP source port; chosen per QP, for routers that balance load. */
    public int udpSourcePort;
    /** Traffic class of IPv6, type of service of IPv4, 8 bits. */
    public int trafficClass;
    /** Flow label of IPv6, 20 bits. */
    public int flowLabel;
    /** Hop limit of IPv6, time to live of IPv4, 8 bits. */
    public int hopLimit = IpFields.USUAL_HOPS;

    /** Makes a path that leads nowhere yet. */
    PacketPath() {}

    /** Copies the path of another packet, without its UDP source port. */
    void followPath(PacketPath original) {
        sourceGidHigh = original.sourceGidHigh;
        sourceGidLow = original.sourceGidLow;
        destinationGidHigh = original.destinationGidHigh;
        destinationGidLow = original.destinationGidLow;
        trafficClass = original.trafficClass;
        flowLabel = original.flowLabel;
        hopLimit = original.hopLimit;
    }
}
