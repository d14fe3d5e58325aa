package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The QPs of the device that are attached to each multicast group (IBA 10.5). Only the thread that drives the device
 * uses it.
 */
public final class MulticastGroups {
    /** log2 of the groups that may have QPs at once. */
    public static final int LOG_MAX_GROUPS = 13;

    /** QPs that one group may have. */
    public static final int MAX_MEMBERS = 56;

    private static final QpContext[] NOBODY = new QpContext[0];

    private final Map<PortGid, QpContext[]> groups = new HashMap<>();

    /** Makes a table without groups. */
    public MulticastGroups() {}

    /**
     * {@return whether a group has QPs}
     *
     * @param gidHigh upper half of the group's GID
     * @param gidLow lower half of the group's GID
     */
    public boolean isAny(long gidHigh, long gidLow) {
        return membersOf(gidHigh, gidLow).length > 0;
    }

    /**
     * {@return whether a group has QPs, or there is room for one more group}
     *
     * @param group GID of the group
     */
    public boolean hasRoomForGroup(PortGid group) {
        return groups.containsKey(group) || groups.size() < 1 << LOG_MAX_GROUPS;
    }

    /**
     * {@return whether a group has room for one more QP}
     *
     * @param group GID of the group
     */
    public boolean hasRoomForMember(PortGid group) {
        return groups.getOrDefault(group, NOBODY).length < MAX_MEMBERS;
    }

    /**
     * {@return whether a QP is attached to a group}
     *
     * @param group GID of the group
     * @param qp the QP
     */
    public boolean isAttached(PortGid group, QpContext qp) {
        return Arrays.asList(groups.getOrDefault(group, NOBODY)).contains(qp);
    }

    /**
     * Adds a QP after those attached before.
     *
     * @param group GID of the group
     * @param qp a QP that is not attached to it
     */
    public void attach(PortGid group, QpContext qp) {
        QpContext[] before = groups.getOrDefault(group, NOBODY);
        QpContext[] members = Arrays.copyOf(before, before.length + 1);
        members[before.length] = qp;
        groups.put(group, members);
    }

    /**
     * Removes a QP. A group without QPs is removed, too.
     *
     * @param group GID of the group
     * @param qp the QP
     */
    public void detach(PortGid group, QpContext qp) {
        groups.computeIfPresent(group, (gid, members) -> without(members, qp));
    }

    /**
     * Removes a QP that ends from all its groups.
     *
     * @param qp the QP
     */
    public void leave(QpContext qp) {
        if (!groups.isEmpty()) {
            for (PortGid group : List.copyOf(groups.keySet())) {
                detach(group, qp);
            }
        }
    }

    /**
     * {@return the QPs of a group, in the order in which they were attached}
     *
     * @param gidHigh upper half of the group's GID
     * @param gidLow lower half of the group's GID
     */
    public QpContext[] membersOf(long gidHigh, long gidLow) {
        return groups.isEmpty() ? NOBODY : groups.getOrDefault(new PortGid(gidHigh, gidLow), NOBODY);
    }

    private static QpContext @Nullable [] without(QpContext[] members, QpContext qp) {
        QpContext[] left = Arrays.stream(members).filter(member -> member != qp).toArray(QpContext[]::new);
        return left.length == 0 ? null : left;
    }
}
