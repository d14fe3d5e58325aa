package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.SetRoceAddress;
import dev.fenestra.ib.core.spi.PortOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.Arrays;
import java.util.List;

/** The port, and its GID table: a copy of the card's, changed by SET_ROCE_ADDRESS. */
final class PortOps implements PortOperations {
    private final CommandQueue commands;
    private final MlxEventDelivery events;
    private final Fabric fabric;
    private final PortAttributes attributes;
    private final Gid[] gids;

    /**
     * @param attributes of a new card's port
     * @param first the entries of its table, from index 0 on
     */
    PortOps(CommandQueue commands, MlxEventDelivery events, Fabric fabric, PortAttributes attributes, List<Gid> first) {
        this.commands = commands;
        this.events = events;
        this.fabric = fabric;
        this.attributes = attributes;
        gids = new Gid[attributes.gidTableLength()];
        Arrays.fill(gids, Gid.UNSPECIFIED);
        for (int index = 0; index < first.size(); index++) {
            gids[index] = first.get(index);
        }
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    /** No command is needed: the device reports changes with events, as the network device of a RoCE port does. */
    @Override
    public PortAttributes port(int number) {
        return attributes.in(events.portState());
    }

    @Override
    public synchronized Gid gid(int index) {
        if (index < 0 || index >= gids.length) {
            throw new VerbsException(MlxRule.GID, "index=" + index + ", entries=" + gids.length);
        }
        return gids[index];
    }

    /** Asks the wire, as the network stack of the host would. */
    @Override
    public Neighbour neighbour(int index, Gid peer) {
        Gid own = gid(index);
        return switch (fabric.reach(own.high(), own.low(), peer.high(), peer.low())) {
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
        try (Command command =
                commands.command(CommandOpcode.SET_ROCE_ADDRESS, SetRoceAddress.BYTES, CommandOutput.BYTES)) {
            SetRoceAddress.INDEX.set(command.in(), 0, index);
            SetRoceAddress.GID_HIGH.setLong(command.in(), 0, gid.high());
            SetRoceAddress.GID_LOW.setLong(command.in(), 0, gid.low());
            commands.execute(command);
        }
        synchronized (this) {
            gids[index] = gid;
        }
    }
}
