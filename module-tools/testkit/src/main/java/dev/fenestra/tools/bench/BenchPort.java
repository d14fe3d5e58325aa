package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.hca.observe.SimulatedCard;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.vocabulary.Gid;

/**
 * The cable of a port, and its addresses. Packets are lost while the cable is unplugged. Programs get PORT_ERR and
 * PORT_ACTIVE events.
 */
public final class BenchPort {
    private static final int NUMBER = 1;

    private final SimulatedCard card;
    private final Host host;
    private final String device;
    private final Runnable settle;

    /**
     * @param settle lets the card notice
     */
    BenchPort(SimulatedCard card, Host host, String device, Runnable settle) {
        this.card = card;
        this.settle = settle;
        this.host = host;
        this.device = device;
    }

    /**
     * Gives the port an address more, as the kernel does when the host gets an IP address. Programs get GID_CHANGE.
     *
     * @param gid the address
     * @return its index in the GID table
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for an address that is not one port's, or that of
     *     another port; ENOSPC for a full table
     */
    public int addGid(Gid gid) {
        return host.addGid(device, NUMBER, gid);
    }

    /**
     * Takes an address from the port. QPs that are connected keep it. Programs get GID_CHANGE.
     *
     * @param gid the address
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for one that the port does not have, and
     *     for its first
     */
    public void deleteGid(Gid gid) {
        host.deleteGid(device, NUMBER, gid);
    }

    /** Pulls the cable; when this returns, the card has noticed. */
    public void down() {
        link(false);
    }

    /** Plugs it in again; when this returns, the card has noticed. */
    public void up() {
        link(true);
    }

    private void link(boolean up) {
        card.link(up);
        settle.run();
    }
}
