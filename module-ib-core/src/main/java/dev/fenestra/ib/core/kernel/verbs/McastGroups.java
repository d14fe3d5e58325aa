package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MulticastLimits;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;

/** Attaches QPs to multicast groups and detaches them. Each QP knows its groups. */
public final class McastGroups {
    private final KernelDevice device;

    /**
     * Makes the groups of a device.
     *
     * @param device the device
     */
    public McastGroups(KernelDevice device) {
        this.device = device;
    }

    /**
     * Attaches a QP. A second attach to the same group changes nothing (core/uverbs_cmd.c ib_uverbs_attach_mcast).
     *
     * @param qp the QP
     * @param group GID of the group
     */
    public void attach(QpObject qp, Gid group) {
        check(qp, group);
        if (!qp.groups().contains(group)) {
            device.entering("attach_mcast").datagrams().attachMcast(qp.driver(), group);
            qp.groups().add(group);
        }
    }

    /**
     * Detaches a QP.
     *
     * @param qp the QP
     * @param group GID of the group
     */
    public void detach(QpObject qp, Gid group) {
        check(qp, group);
        if (!qp.groups().contains(group)) {
            throw new VerbsException(QueueRule.MCAST_ATTACHED, qp + ", group=" + group);
        }
        leave(qp, group);
    }

    /** Detaches the QPs of a process that is gone. */
    void leaveAll(QpObject qp) {
        for (Gid group : List.copyOf(qp.groups())) {
            leave(qp, group);
        }
    }

    /** Checks that a QP may be destroyed. */
    static void checkDetached(QpObject qp) {
        if (!qp.groups().isEmpty()) {
            throw new VerbsException(
                    QueueRule.QP_DETACHED, qp + " is attached to " + qp.groups().size() + " groups");
        }
    }

    private void leave(QpObject qp, Gid group) {
        device.entering("detach_mcast").datagrams().detachMcast(qp.driver(), group);
        qp.groups().remove(group);
    }

    private void check(QpObject qp, Gid group) {
        if (device.attributes().multicast().equals(MulticastLimits.NONE)) {
            throw new VerbsException(QueueRule.MCASTS, "max_mcast_grp=0");
        }
        if (qp.type() != QpType.UD) {
            throw new VerbsException(QueueRule.MCAST_QP, "type=" + qp.type());
        }
        if (!group.isMulticast()) {
            throw new VerbsException(QueueRule.MCAST_GID, "group=" + group);
        }
    }
}
