package dev.fenestra.ib.core.vocabulary;

/**
 * The path of an address handle ({@code ibv_ah_attr} with a GRH, which RoCE always has).
 *
 * @param destination port that datagrams go to
 * @param port of the device they leave by, from 1
 * @param sourceGidIndex of the sender's GID
 * @param flowLabel 20 bits
 * @param hopLimit routers that may be passed, 8 bits
 * @param trafficClass 8 bits
 * @param serviceLevel 0..15; Ethernet uses its lower 3 bits
 * @param rate number of an {@code ibv_rate}, 0 for the port's own
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
}
