package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.hw.sim.prm.SetRoceAddress;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Neighbour;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.Arrays;
import java.util.List;

/** The GID table of the port: a copy of the card's, changed by SET_ROCE_ADDRESS. */
final class GidOps {
    private final CommandQueue commands;
    private final Gid[] gids;

    /**
     * @param first the entries of a new card, from index 0 on
     * @param entries of the table
     */
    GidOps(CommandQueue commands, List<Gid> first, int entries) {
        this.commands = commands;
        gids = new Gid[entries];
        Arrays.fill(gids, Gid.UNSPECIFIED);
        for (int index = 0; index < first.size(); index++) {
            gids[index] = first.get(index);
        }
    }

    synchronized Gid get(int index) {
        if (index < 0 || index >= gids.length) {
            throw new VerbsException(MlxRule.GID, "index=" + index + ", entries=" + gids.length);
        }
        return gids[index];
    }

    /** Whether somebody on the wire has the GID of a peer, as the network stack of the host would find out. */
    Neighbour neighbour(Fabric fabric, int index, Gid peer) {
        Gid own = get(index);
        return switch (fabric.reach(own.high(), own.low(), peer.high(), peer.low())) {
            case ANSWERS -> Neighbour.ANSWERS;
            case SILENT -> Neighbour.SILENT;
            case NO_ROUTE -> Neighbour.NO_ROUTE;
        };
    }

    /** Writes an entry; {@link Gid#UNSPECIFIED} empties it. */
    void set(int index, Gid gid) {
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
