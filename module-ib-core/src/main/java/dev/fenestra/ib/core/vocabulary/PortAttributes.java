package dev.fenestra.ib.core.vocabulary;

/**
 * What a port is (the implemented part of {@code ibv_port_attr}).
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

    /** {@return the bits of {@code port_cap_flags}: CM_SUP and IP_BASED_GIDS, as every port of RoCE has} */
    public int capFlags() {
        return 0x04010000;
    }

    /** {@return the code of {@code active_width}: 2, four lanes} */
    public int activeWidth() {
        return 2;
    }

    /** {@return the code of {@code active_speed}: 32, 25 Gbit/s a lane (EDR)} */
    public int activeSpeed() {
        return 32;
    }

    /** {@return the rate of width and speed together, as sysfs words it} */
    public String rate() {
        return "100 Gb/sec (4X EDR)";
    }

    /** {@return the code of {@code phys_state}: 5 for LinkUp, 2 for Polling} */
    public int physicalState() {
        return state == PortState.ACTIVE ? 5 : 2;
    }

    /** {@return the physical state with its code, as sysfs words it} */
    public String physicalStateText() {
        return physicalState() + (state == PortState.ACTIVE ? ": LinkUp" : ": Polling");
    }
}
