package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.function.BiConsumer;

/** The system calls for datagrams of one device that a process has opened: paths and multicast groups. */
public final class KernelDatagrams {
    private final KernelContext context;
    private final KernelDevice device;
    private final HandleTable handles;
    private final McastGroups groups;

    KernelDatagrams(KernelContext context, KernelDevice device, HandleTable handles, McastGroups groups) {
        this.context = context;
        this.device = device;
        this.handles = handles;
        this.groups = groups;
    }

    /**
     * Resolves a path for datagrams. EINVAL for a port or a GID index that the device does not have, and for a destination that no path
     * leads to; EOPNOTSUPP for a multicast group where the device has none.
     *
     * @return the handle
     */
    public int createAh(int pd, AhAttributes attributes, Udata udata) {
        return context.call(SystemCall.CREATE_AH, () -> {
            AhChecks.check(device, attributes);
            return context.usingPd(
                    pd,
                    ObjectKind.AH,
                    owner -> handles.add(new AhObject(
                            owner, device.entering("create_ah").createAh(owner.driver(), attributes, udata))));
        });
    }

    public void destroyAh(int ah) {
        context.destroy(SystemCall.DESTROY_AH, ah, AhObject.class);
    }

    /**
     * Attaches a QP to a multicast group; one that is attached already stays so. EINVAL for a QP that is not UD or a GID that is not a group's,
     * ENOMEM beyond the limits of the device, EOPNOTSUPP where it has no groups.
     */
    public void attachMcast(int qp, Gid group) {
        changing(SystemCall.ATTACH_MCAST, qp, group, groups::attach);
    }

    /** Detaches a QP from a multicast group; EINVAL for one that it is not attached to, else as {@link #attachMcast}. */
    public void detachMcast(int qp, Gid group) {
        changing(SystemCall.DETACH_MCAST, qp, group, groups::detach);
    }

    private void changing(SystemCall call, int qp, Gid group, BiConsumer<QpObject, Gid> change) {
        context.call(
                call,
                () -> handles.changing(qp, QpObject.class, object -> {
                    change.accept(object, group);
                    return null;
                }));
    }
}
