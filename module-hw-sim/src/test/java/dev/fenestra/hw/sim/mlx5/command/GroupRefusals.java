package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.mlx5.prm.AttachMcg;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.Reply;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Function;

/** The syndromes of multicast groups. */
final class GroupRefusals {
    /** 224.0.0.1. */
    private static final long FIRST = 0x0000_ffff_e000_0001L;

    private GroupRefusals() {}

    static void addTo(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.MCG_INPUT, s -> s.run(CommandOpcode.ATTACH_TO_MCG, qp(s)));
        all.put(CommandSyndrome.MCG_QP, s -> attach(s, s.pair.alice.qp.number(), FIRST));
        all.put(CommandSyndrome.MCG_GID, s -> attach(s, qp(s), 0x0000_ffff_0a00_0001L));
        all.put(CommandSyndrome.MCG_DETACHED, s -> run(s, CommandOpcode.DETACH_FROM_MCG, qp(s), FIRST));
        all.put(CommandSyndrome.MCG_LIMIT, s -> {
            int qp = qp(s);
            for (int i = 0; i < 1 << MulticastGroups.LOG_MAX_GROUPS; i++) {
                RawHost.good(attach(s, qp, FIRST + i));
            }
            RawHost.good(attach(s, qp, FIRST));
            return attach(s, qp, FIRST - 1);
        });
        all.put(CommandSyndrome.MCG_MEMBERS, s -> {
            for (int i = 0; i < MulticastGroups.MAX_MEMBERS; i++) {
                RawHost.good(attach(s, qp(s), FIRST));
            }
            return attach(s, qp(s), FIRST);
        });
    }

    private static int qp(SyndromeStage stage) {
        return RawHost.good(stage.qp(in -> Qpc.SERVICE.set(in, CreateQp.QPC_OFFSET, Qpc.SERVICE_UD)))
                .object();
    }

    private static Reply attach(SyndromeStage stage, int qp, long group) {
        return run(stage, CommandOpcode.ATTACH_TO_MCG, qp, group);
    }

    private static Reply run(SyndromeStage stage, CommandOpcode opcode, int qp, long group) {
        MemorySegment in = RawCommands.input(opcode, qp, AttachMcg.BYTES);
        return stage.run(in, asked -> AttachMcg.GID_LOW.setLong(asked, 0, group));
    }
}
