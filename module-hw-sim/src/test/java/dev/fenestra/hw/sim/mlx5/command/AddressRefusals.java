package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.SetRoceAddress;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.Reply;
import java.util.Map;
import java.util.function.Function;

/** The syndromes of the GID table. */
final class AddressRefusals {
    private static final long NEW = HcaConfig.ofIpv4(0x0a000009).gidLow();
    private static final long SERVERS = HcaConfig.ofIpv4(0x0a000002).gidLow();
    private static final long GROUP = 0x0000_ffff_e000_0001L;

    private AddressRefusals() {}

    static void addTo(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.ROCE_INPUT, s -> s.run(CommandOpcode.SET_ROCE_ADDRESS, 0));
        all.put(CommandSyndrome.ROCE_INDEX, s -> set(s, HcaConfig.GID_TABLE_SIZE, NEW));
        all.put(CommandSyndrome.ROCE_GID, s -> set(s, 5, GROUP));
        all.put(CommandSyndrome.ROCE_FIRST, s -> set(s, 0, 0));
        all.put(CommandSyndrome.ROCE_TAKEN, s -> set(s, 5, SERVERS));
    }

    private static Reply set(SyndromeStage stage, int index, long gidLow) {
        return stage.run(RawCommands.input(CommandOpcode.SET_ROCE_ADDRESS, 0, SetRoceAddress.BYTES), in -> {
            SetRoceAddress.INDEX.set(in, 0, index);
            SetRoceAddress.GID_LOW.setLong(in, 0, gidLow);
        });
    }
}
