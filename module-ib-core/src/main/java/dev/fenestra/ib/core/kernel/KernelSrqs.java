package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/** The system calls about shared receive queues of one device that a process has opened. */
public final class KernelSrqs {
    private final KernelContext context;
    private final HandleTable handles;
    private final SharedReceiveQueues queues;
    private final ObjectDestroyer destroyer;
    private final ContextEvents events;

    KernelSrqs(
            KernelContext context,
            HandleTable handles,
            SharedReceiveQueues queues,
            ObjectDestroyer destroyer,
            ContextEvents events) {
        this.context = context;
        this.handles = handles;
        this.queues = queues;
        this.destroyer = destroyer;
        this.events = events;
    }

    /**
     * @param limit an event tells once when fewer receives are left; 0 for none
     */
    public SrqResponse create(int pd, SrqCapacity capacity, int limit, Udata udata) {
        return context.call(SystemCall.CREATE_SRQ, () -> {
            queues.checkCreate(capacity, limit);
            return context.usingPd(pd, ObjectKind.SRQ, owner -> added(queues.create(owner, capacity, limit, udata)));
        });
    }

    SrqResponse added(SrqObject srq) {
        handles.add(srq);
        events.listen(srq, srq.driver(), null);
        return new SrqResponse(srq.handle(), srq.driver().number());
    }

    /**
     * Changes all that the mask names or, when it is refused, nothing: EINVAL for a limit above max_wr, a size that
     * the device does not have, and any other size where it has no resize.
     *
     * @param mask bits of {@link dev.fenestra.ib.core.vocabulary.SrqAttribute}
     */
    public void modify(int srq, int mask, int maxWr, int limit) {
        context.call(
                SystemCall.MODIFY_SRQ,
                () -> handles.changing(srq, SrqObject.class, object -> {
                    queues.modify(object, mask, maxWr, limit);
                    return null;
                }));
    }

    public SrqAttributes query(int srq) {
        return context.call(SystemCall.QUERY_SRQ, () -> handles.using(srq, SrqObject.class, queues::query));
    }

    /** EBUSY while a QP takes its receives there; the refusal names it. */
    public EventCounts destroy(int srq) {
        return context.call(SystemCall.DESTROY_SRQ, () -> destroyer.destroy(srq, SrqObject.class));
    }
}
