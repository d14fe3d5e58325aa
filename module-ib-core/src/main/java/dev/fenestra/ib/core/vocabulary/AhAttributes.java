package dev.fenestra.ib.core.vocabulary;

/**
 * The path of an address handle or of a connected QP ({@code ibv_ah_attr} with a GRH, which RoCE always has).
 *
 * @param destination port that packets go to
 * @param port of the device they leave by, from 1
 * @param sourceGidIndex of the sender's GID
 * @param flowLabel 20 bits; on the wire with IPv6. When it is not 0, the UDP source port follows from it
 * @param hopLimit routers that may be passed, 8 bits: time to live of IPv4, hop limit of IPv6
 * @param trafficClass 8 bits, DSCP and ECN: type of service of IPv4, traffic class of IPv6
 * @param serviceLevel 0..15; Ethernet uses its lower 3 bits, as the priority of a VLAN tag
 * @param rate number of an {@code ibv_rate}: 0 for the port's own, or 2 to 22
 */
public record AhAttributes(
        Gid destination,
        int port,
        int sourceGidIndex,
        int flowLabel,
        int hopLimit,
        int trafficClass,
        int serviceLevel,
        int rate) {
    private static final int USUAL_HOPS = 64;

    /**
     * {@return the usual path to a port: from port 1 and its first GID, 64 hops}
     *
     * @param destination the GID of the port
     */
    public static AhAttributes to(Gid destination) {
        return new AhAttributes(destination, 1, 0, 0, USUAL_HOPS, 0, 0, 0);
    }

    /**
     * {@return this path, with another own GID}
     *
     * @param gidIndex index into the port's own GID table
     */
    public AhAttributes from(int gidIndex) {
        return new AhAttributes(destination, port, gidIndex, flowLabel, hopLimit, trafficClass, serviceLevel, rate);
    }

    /**
     * {@return this path, with another traffic class}
     *
     * @param octet 8 bits, DSCP and ECN
     */
    public AhAttributes withTrafficClass(int octet) {
        return new AhAttributes(destination, port, sourceGidIndex, flowLabel, hopLimit, octet, serviceLevel, rate);
    }

    /**
     * {@return this path, with another flow label}
     *
     * @param label 20 bits
     */
    public AhAttributes withFlowLabel(int label) {
        return new AhAttributes(destination, port, sourceGidIndex, label, hopLimit, trafficClass, serviceLevel, rate);
    }

    /**
     * {@return this path, with another hop limit}
     *
     * @param hops 8 bits
     */
    public AhAttributes withHopLimit(int hops) {
        return new AhAttributes(destination, port, sourceGidIndex, flowLabel, hops, trafficClass, serviceLevel, rate);
    }
}
