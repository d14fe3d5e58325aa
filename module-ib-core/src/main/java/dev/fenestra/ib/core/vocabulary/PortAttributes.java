package dev.fenestra.ib.core.vocabulary;

/**
 * What a port is (the part of {@code ibv_port_attr} that is built).
 *
 * @param state logical state
 * @param maxMtu largest path MTU it can carry
 * @param activeMtu largest path MTU it carries at present
 * @param gidTableLength entries of its GID table
 * @param linkLayer what its link is
 */
public record PortAttributes(PortState state, Mtu maxMtu, Mtu activeMtu, int gidTableLength, LinkLayer linkLayer) {

    /**
     * {@return the same port in another state}
     *
     * @param now state of the port at this moment
     */
    public PortAttributes in(PortState now) {
        return new PortAttributes(now, maxMtu, activeMtu, gidTableLength, linkLayer);
    }
}
