package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.engine.LiveQps;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.mlx5.prm.AttachMcg;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.util.Map;

/** Commands that attach UD QPs to multicast groups and detach them. A second attach of a QP changes nothing. */
final class GroupCommands {
    private final LiveQps qps;
    private final MulticastGroups groups;

    GroupCommands(LiveQps qps, MulticastGroups groups) {
        this.qps = qps;
        this.groups = groups;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.ATTACH_TO_MCG, buffers -> about(buffers, this::attach));
        handlers.put(CommandOpcode.DETACH_FROM_MCG, buffers -> about(buffers, this::detach));
    }

    @FunctionalInterface
    private interface Change {
        CommandSyndrome of(PortGid group, QpContext qp);
    }

    private CommandSyndrome about(CommandBuffers buffers, Change change) {
        if (buffers.inputLength() < AttachMcg.BYTES) {
            return CommandSyndrome.MCG_INPUT;
        }
        QpContext qp = qps.find(buffers.object());
        if (qp == null || qp.service != QpService.UD) {
            return CommandSyndrome.MCG_QP;
        }
        long high = AttachMcg.GID_HIGH.getLong(buffers.input(), 0);
        long low = AttachMcg.GID_LOW.getLong(buffers.input(), 0);
        return PortGid.isMulticast(high, low) ? change.of(new PortGid(high, low), qp) : CommandSyndrome.MCG_GID;
    }

    private CommandSyndrome attach(PortGid group, QpContext qp) {
        if (groups.isAttached(group, qp)) {
            return CommandSyndrome.NONE;
        }
        if (!groups.hasRoomForGroup(group)) {
            return CommandSyndrome.MCG_LIMIT;
        }
        if (!groups.hasRoomForMember(group)) {
            return CommandSyndrome.MCG_MEMBERS;
        }
        groups.attach(group, qp);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome detach(PortGid group, QpContext qp) {
        if (!groups.isAttached(group, qp)) {
            return CommandSyndrome.MCG_DETACHED;
        }
        groups.detach(group, qp);
        return CommandSyndrome.NONE;
    }
}
