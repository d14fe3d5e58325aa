package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.vendor.common.CardRule;
import java.util.Arrays;

/** The port, and its GID table: a copy of the card's. */
final class CardPort implements PortOperations {
    private final CardCalls calls;
    private final EventDelivery events;
    private final PortAttributes attributes;
    private final Gid[] gids = new Gid[HcaConfig.GID_TABLE_SIZE];

    CardPort(CardCalls calls, EventDelivery events, PortAttributes attributes, HcaConfig config) {
        this.calls = calls;
        this.events = events;
        this.attributes = attributes;
        Arrays.fill(gids, Gid.UNSPECIFIED);
        gids[0] = new Gid(config.gidHigh(), config.gidLow());
        if (config.linkLocal()) {
            gids[1] = new Gid(config.gidHigh(1), config.gidLow(1));
        }
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public PortAttributes port(int number) {
        return attributes.in(events.portState());
    }

    @Override
    public synchronized Gid gid(int index) {
        if (index < 0 || index >= gids.length) {
            throw calls.rules().refused(CardRule.GID, "index=" + index + ", entries=" + gids.length);
        }
        return gids[index];
    }

    /** Asks the wire, as the network stack of the host would. */
    @Override
    public Neighbour neighbour(int index, Gid peer) {
        Gid own = gid(index);
        return switch (calls.core().fabric().reach(own.high(), own.low(), peer.high(), peer.low())) {
            case ANSWERS -> Neighbour.ANSWERS;
            case SILENT -> Neighbour.SILENT;
            case NO_ROUTE -> Neighbour.NO_ROUTE;
        };
    }

    @Override
    public void addGid(int port, int index, Gid gid) {
        set(index, gid);
    }

    @Override
    public void deleteGid(int port, int index) {
        set(index, Gid.UNSPECIFIED);
    }

    private void set(int index, Gid gid) {
        calls.number(() -> calls.core().port().gid(index, gid.high(), gid.low()));
        synchronized (this) {
            gids[index] = gid;
        }
    }
}
