package dev.fenestra.ib.core.cm.ids;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmPort;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.UdParam;
import java.util.List;
import java.util.stream.Stream;

/** Joining and leaving groups: on RoCE, the address of the group is its GID, and the card does the rest. */
final class GroupCalls {
    private static final int MULTICAST_QPN = 0xffffff;

    private final IdTable ids;

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
        id.memberships = with(id.memberships, membership);
        Events.joined(
                membership,
                new UdParam(
                        MULTICAST_QPN, CmIdObject.UDP_QKEY, Paths.to(port, group.ip(), id.trafficClass), new byte[0]));
        return membership.handle;
    }

    int leave(Membership membership) {
        membership.channel.events().remove(membership);
        ids.remove(membership);
        CmIdObject id = membership.id;
        id.memberships =
                id.memberships.stream().filter(other -> other != membership).toList();
        return membership.eventsRead;
    }

    private static List<Membership> with(List<Membership> old, Membership added) {
        return Stream.concat(old.stream(), Stream.of(added)).toList();
    }
}
