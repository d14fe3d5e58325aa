package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.prm.AttachMcg;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandOutput;
import dev.fenestra.hw.sim.wire.Gid;
import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.vendor.mlx.abi.AhUdata;

/** Paths for datagrams, and multicast groups. */
final class DatagramOps {
    private final CommandQueue commands;

    DatagramOps(CommandQueue commands) {
        this.commands = commands;
    }

    /** The next hop is the destination port itself, or the group, since there are no routers. */
    DriverAh createAh(AhAttributes attributes, Udata udata) {
        UdataSize.check(udata, 0, AhUdata.RESPONSE_BYTES);
        AhUdata.RESPONSE_LENGTH.set(udata.response(), AhUdata.RESPONSE_BYTES);
        long high = attributes.destination().high();
        AhUdata.mac(udata.response(), Gid.mac(high, attributes.destination().low()));
        return new MlxAh();
    }

    /** ATTACH_TO_MCG or DETACH_FROM_MCG. */
    void changeGroup(CommandOpcode opcode, MlxQpObject qp, dev.fenestra.ib.core.vocabulary.Gid group) {
        try (Command command = commands.command(opcode, AttachMcg.BYTES, CommandOutput.BYTES)) {
            AttachMcg.GID_HIGH.setLong(command.in(), 0, group.high());
            AttachMcg.GID_LOW.setLong(command.in(), 0, group.low());
            commands.execute(command.about(qp.number()));
        }
    }
}
