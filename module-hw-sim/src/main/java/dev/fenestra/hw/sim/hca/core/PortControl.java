package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.SetRoceAddress;
import java.lang.foreign.MemorySegment;

/** The port of a device. */
public final class PortControl {
    private final CommandProcessor firmware;
    private final PortUnit port;

    PortControl(CommandProcessor firmware, PortUnit port) {
        this.firmware = firmware;
        this.port = port;
    }

    /**
     * Writes an entry of the GID table; all zero empties it. Refused for the first entry when it would be empty, and
     * for a GID that another port of the fabric has.
     *
     * @param index of the entry
     * @param gidHigh upper half of the GID
     * @param gidLow lower half of the GID
     * @return whether it was refused, and why
     */
    public Reply gid(int index, long gidHigh, long gidLow) {
        MemorySegment in = firmware.prepare(SetRoceAddress.BYTES, CommandOutput.BYTES);
        SetRoceAddress.INDEX.set(in, 0, index);
        SetRoceAddress.GID_HIGH.setLong(in, 0, gidHigh);
        SetRoceAddress.GID_LOW.setLong(in, 0, gidLow);
        return new Reply(firmware.execute(CommandOpcode.SET_ROCE_ADDRESS), index);
    }

    /** {@return whether the device knows its link as up} */
    public boolean isUp() {
        return port.isUp();
    }
}
