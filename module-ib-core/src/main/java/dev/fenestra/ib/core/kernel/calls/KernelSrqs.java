package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.SrqResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.verbs.ContextEvents;
import dev.fenestra.ib.core.kernel.verbs.SharedReceiveQueues;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about shared receive queues of one device that a process has opened. */
public final class KernelSrqs {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final SharedReceiveQueues queues;
    private final ContextEvents events;

    KernelSrqs(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            SharedReceiveQueues queues,
            ContextEvents events) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.queues = queues;
        this.events = events;
    }

    /**
     * Creates an SRQ. EINVAL beyond the device's limits, EOPNOTSUPP when it has none.
     *
     * @param pd handle of the PD
     * @param capacity room that the queues must have
     * @param limit one event comes when fewer receives are left; 0 for none
     * @param udata bytes of the user half, and room for the answer
     * @return handle and SRQ number
     */
    public SrqResponse create(int pd, SrqCapacity capacity, int limit, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_SRQ, () -> creation(pd, capacity, limit));
        try (call) {
            queues.checkCreate(capacity, limit);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.SRQ)) {
                return call.returns(added(room, queues.create(owner.object(), capacity, limit, udata), capacity));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    SrqResponse added(Room room, SrqObject srq, SrqCapacity asked) {
        handles.add(srq);
        events.listen(srq, srq.driver(), null);
        return room.taken(new SrqResponse(
                srq.handle(), srq.driver().number(), srq.driver().made(asked)));
    }

    /**
     * Changes everything that the mask names, or nothing when it is refused. EINVAL for a limit above max_wr; for a
     * size beyond the device's, below the limit or below the posted receives; and for any change of size on a device
     * without resize.
     *
     * @param srq handle of the SRQ
     * @param mask bits of {@link dev.fenestra.ib.core.vocabulary.SrqAttribute}
     * @param maxWr receives that it must have room for
     * @param limit SRQ_LIMIT_REACHED tells when fewer receives are left; 0 for no limit
     * @param udata of the user half's new ring
     */
    public void modify(int srq, int mask, int maxWr, int limit, Udata udata) {
        calls.changing(
                SystemCall.MODIFY_SRQ,
                srq,
                () -> CallArguments.of("handle", srq).with("max_wr", maxWr).with("srq_limit", limit),
                SrqObject.class,
                object -> queues.modify(object, mask, maxWr, limit, udata));
    }

    /**
     * {@return capacity and limit of an SRQ at this moment}
     *
     * @param srq handle of the SRQ
     */
    public SrqAttributes query(int srq) {
        return calls.using(
                SystemCall.QUERY_SRQ, srq, () -> CallArguments.of("handle", srq), SrqObject.class, queues::query);
    }

    /**
     * EBUSY while a QP takes its receives there; the refusal names it.
     *
     * @param srq handle of the SRQ
     * @return its events that the process had read; the caller waits until they are acknowledged
     */
    public EventCounts destroy(int srq) {
        return calls.destroy(SystemCall.DESTROY_SRQ, srq, SrqObject.class);
    }

    private static CallArguments creation(int pd, SrqCapacity capacity, int limit) {
        return CallArguments.of("pd", pd).with("max_wr", capacity.maxWr()).with("srq_limit", limit);
    }
}
