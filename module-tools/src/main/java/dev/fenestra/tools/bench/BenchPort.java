package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.hca.Hca;

/**
 * The cable of a port. Packets are lost while it is unplugged. Programs get PORT_ERR and PORT_ACTIVE events.
 */
public final class BenchPort {
    private final Hca card;

    BenchPort(Hca card) {
        this.card = card;
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
        card.fabric().progressUntil(card.fabric().now());
    }
}
