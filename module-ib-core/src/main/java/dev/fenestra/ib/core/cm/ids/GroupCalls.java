package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.UdParam;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joining and leaving groups: on RoCE, the address of the group is its GID, and the card does the rest. */
final class GroupCalls {
    private static final int MULTICAST_QPN = 0xffffff;

    private final IdTable ids;
    /** Memberships by handle of their id. */
    private final Map<Integer, List<Membership>> joined = new HashMap<>();

    GroupCalls(IdTable ids) {
        this.ids = ids;
    }

    int join(CmIdObject id, CmAddress group, long uid) {
        id.check(IdState.ADDR_BOUND, IdState.ADDR_RESOLVED);
        CmPort port = id.boundPort();
        if (!id.isDatagrams() || !group.ip().isMulticast()) {
            throw CmRule.GROUP.refused("QP type=" + id.type + " address=" + group);
        }
        Membership membership = new Membership(ids.newHandle(), id, uid);
        ids.add(membership);
        joined.computeIfAbsent(id.handle, _ -> new ArrayList<>()).add(membership);
        Events.joined(
                membership,
                new UdParam(
                        MULTICAST_QPN, CmIdObject.UDP_QKEY, Paths.to(port, group.ip(), id.trafficClass), new byte[0]));
        return membership.handle;
    }

    int leave(Membership membership) {
        membership.events.remove(membership);
        ids.remove(membership);
        joined.computeIfPresent(membership.id.handle, (_, left) -> {
            left.remove(membership);
            return left.isEmpty() ? null : left;
        });
        return membership.eventsRead;
    }

    /** {@return the memberships of an id} */
    List<Membership> of(CmIdObject id) {
        return List.copyOf(joined.getOrDefault(id.handle, List.of()));
    }
}
