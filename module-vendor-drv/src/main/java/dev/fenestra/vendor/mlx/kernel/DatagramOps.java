package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.AttachMcg;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.ib.core.spi.DatagramOperations;
import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.vendor.mlx.abi.AhUdata;

/** Paths for datagrams, and multicast groups. */
final class DatagramOps implements DatagramOperations {
    private final CommandQueue commands;

    DatagramOps(CommandQueue commands) {
        this.commands = commands;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    /** The next hop is the destination port itself, or the group, since there are no routers. */
    @Override
    public DriverAh createAh(DriverPd pd, AhAttributes attributes, Udata udata) {
        UdataSize.check(udata, 0, AhUdata.RESPONSE_BYTES);
        AhUdata.RESPONSE_LENGTH.set(udata.response(), AhUdata.RESPONSE_BYTES);
        long high = attributes.destination().high();
        AhUdata.mac(
                udata.response(),
                dev.fenestra.hw.sim.roce.wire.PortGid.mac(
                        high, attributes.destination().low()));
        return new MlxAh();
    }

    @Override
    public void destroyAh(DriverAh ah) {
        // The device does not know address handles.
    }

    @Override
    public void attachMcast(DriverQp qp, Gid group) {
        changeGroup(CommandOpcode.ATTACH_TO_MCG, qp, group);
    }

    @Override
    public void detachMcast(DriverQp qp, Gid group) {
        changeGroup(CommandOpcode.DETACH_FROM_MCG, qp, group);
    }

    private void changeGroup(CommandOpcode opcode, DriverQp qp, Gid group) {
        try (Command command = commands.command(opcode, AttachMcg.BYTES, CommandOutput.BYTES)) {
            AttachMcg.GID_HIGH.setLong(command.in(), 0, group.high());
            AttachMcg.GID_LOW.setLong(command.in(), 0, group.low());
            commands.execute(command.about(qp.number()));
        }
    }
}
