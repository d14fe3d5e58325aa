package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.CqResponse;
import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.verbs.CompletionQueues;
import dev.fenestra.ib.core.kernel.verbs.ContextEvents;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about completion queues of one device that a process has opened. */
public final class KernelCqs {
    /** Given in place of the handle of a completion channel: the CQ has none. */
    public static final int NO_CHANNEL = 0;

    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final CompletionQueues queues;
    private final ContextEvents events;

    KernelCqs(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            CompletionQueues queues,
            ContextEvents events) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.queues = queues;
        this.events = events;
    }

    /**
     * {@return how many completion vectors a CQ may choose from; 0 when the device has no completion events} No system
     * call.
     */
    public int vectors() {
        return device.driver().completions().completionVectors();
    }

    /**
     * Creates a CQ without a completion channel; EINVAL for a capacity out of range, ENOMEM beyond {@code max_cq}.
     *
     * @param cqe completions it must hold, 1 to the device's maximum
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(int cqe, Udata udata) {
        return create(cqe, NO_CHANNEL, 0, udata);
    }

    /**
     * Creates a CQ; EINVAL for a capacity or a vector out of range, EOPNOTSUPP for a channel on a device without
     * completion events, ENOMEM beyond {@code max_cq}.
     *
     * @param cqe completions it must hold, 1 to the device's maximum
     * @param channel where its completion events go, or {@link #NO_CHANNEL}
     * @param vector below {@link #vectors}; 0 is always one
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(int cqe, int channel, int vector, Udata udata) {
        return make(cqe, channel, vector, udata).handle();
    }

    /**
     * The same with the whole answer.
     *
     * @param cqe completions it must hold, 1 to the device's maximum
     * @param channel where its completion events go, or {@link #NO_CHANNEL}
     * @param vector below {@link #vectors}; 0 is always one
     * @param udata bytes of the user half, and room for the answer
     * @return handle, and entries that it was made with
     */
    public CqResponse make(int cqe, int channel, int vector, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_CQ, () -> creation(cqe, channel, vector));
        try (call) {
            queues.check(cqe, channel != NO_CHANNEL, vector, udata);
            try (Hold<ChannelObject> used = channel == NO_CHANNEL ? null : handles.share(channel, ChannelObject.class);
                    Room room = device.reserve(ObjectKind.CQ)) {
                ChannelObject to = used == null ? null : used.object();
                return call.returns(added(room, queues.create(cqe, to, vector, udata)));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Resizes a CQ; EINVAL when the capacity is out of range, or the unread completions do not fit.
     *
     * @param cq handle of the CQ
     * @param cqe completions it must hold, at least 1
     * @param udata bytes of the user half, and room for the answer
     * @return entries that it has now
     */
    public int resize(int cq, int cqe, Udata udata) {
        Call call = calls.enter(
                SystemCall.RESIZE_CQ, () -> CallArguments.of("handle", cq).with("cqe", cqe));
        try (call;
                Hold<CqObject> object = handles.exclude(cq, CqObject.class)) {
            queues.resize(object.object(), cqe, udata);
            return call.returns(object.object().cqe());
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Asks for an event by a call in place of a doorbell. EOPNOTSUPP for a device whose user half has a doorbell for
     * it.
     *
     * @param cq handle of the CQ
     * @param solicitedOnly whether only a solicited completion or an error makes the event
     */
    public void requestNotify(int cq, boolean solicitedOnly) {
        calls.using(SystemCall.REQ_NOTIFY_CQ, cq, () -> notification(cq, solicitedOnly), CqObject.class, object -> {
            queues.requestNotify(object, solicitedOnly);
            return null;
        });
    }

    private static CallArguments notification(int cq, boolean solicitedOnly) {
        return CallArguments.of("handle", cq).with("solicited_only", solicitedOnly);
    }

    /**
     * Lets completion events wait for others; EINVAL for values beyond 16 bits or the device's limits.
     *
     * @param cq handle of the CQ
     * @param count completions
     * @param periodMicros longest wait for so many completions, microseconds
     */
    public void moderate(int cq, int count, int periodMicros) {
        calls.changing(
                SystemCall.MODIFY_CQ,
                cq,
                () -> CallArguments.of("handle", cq).with("cq_count", count).with("cq_period", periodMicros),
                CqObject.class,
                object -> queues.moderate(object, count, periodMicros));
    }

    /**
     * Ends a CQ; EBUSY while a QP completes there, and the refusal names it.
     *
     * @param cq handle of the CQ
     * @return how many of its events the process had read
     */
    public EventCounts destroy(int cq) {
        return calls.destroy(SystemCall.DESTROY_CQ, cq, CqObject.class);
    }

    private static CallArguments creation(int cqe, int channel, int vector) {
        CallArguments arguments = CallArguments.of("cqe", cqe).with("comp_vector", vector);
        return channel == NO_CHANNEL ? arguments : arguments.with("channel", channel);
    }

    private CqResponse added(Room room, CqObject cq) {
        handles.add(cq);
        events.listen(cq, cq.driver(), cq.channel());
        return room.taken(new CqResponse(cq.handle(), cq.cqe()));
    }
}
