package dev.fenestra.hw.sim.engine.qp;

import dev.fenestra.hw.sim.wire.Gid;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which QPs of the device are attached to which multicast groups (IBA 10.5). Only for who drives the device. */
public final class MulticastGroups {
    /** log2 of the groups that have QPs at once. */
    public static final int LOG_MAX_GROUPS = 13;

    /** QPs attached to one group. */
    public static final int MAX_MEMBERS = 56;

    private static final QpContext[] NOBODY = new QpContext[0];

    private final Map<Gid, QpContext[]> groups = new HashMap<>();

    public MulticastGroups() {}

    /** Whether a group has QPs. */
    public boolean isAny(long gidHigh, long gidLow) {
        return membersOf(gidHigh, gidLow).length > 0;
    }

    /** Whether a group has QPs, or there is room for one more group. */
    public boolean hasRoomForGroup(Gid group) {
        return groups.containsKey(group) || groups.size() < 1 << LOG_MAX_GROUPS;
    }

    /** Whether a group may have one more QP. */
    public boolean hasRoomForMember(Gid group) {
        return groups.getOrDefault(group, NOBODY).length < MAX_MEMBERS;
    }

    public boolean isAttached(Gid group, QpContext qp) {
        return Arrays.asList(groups.getOrDefault(group, NOBODY)).contains(qp);
    }

    /** Adds a QP behind those attached before. */
    public void attach(Gid group, QpContext qp) {
        QpContext[] before = groups.getOrDefault(group, NOBODY);
        QpContext[] members = Arrays.copyOf(before, before.length + 1);
        members[before.length] = qp;
        groups.put(group, members);
    }

    /** Takes a QP out; a group without QPs is gone. */
    public void detach(Gid group, QpContext qp) {
        groups.computeIfPresent(group, (gid, members) -> without(members, qp));
    }

    /** Takes a QP that ends out of all its groups. */
    public void leave(QpContext qp) {
        if (!groups.isEmpty()) {
            for (Gid group : List.copyOf(groups.keySet())) {
                detach(group, qp);
            }
        }
    }

    /** In the order in which they were attached. */
    public QpContext[] membersOf(long gidHigh, long gidLow) {
        return groups.isEmpty() ? NOBODY : groups.getOrDefault(new Gid(gidHigh, gidLow), NOBODY);
    }

    private static QpContext @Nullable [] without(QpContext[] members, QpContext qp) {
        QpContext[] left = Arrays.stream(members).filter(member -> member != qp).toArray(QpContext[]::new);
        return left.length == 0 ? null : left;
    }
}
