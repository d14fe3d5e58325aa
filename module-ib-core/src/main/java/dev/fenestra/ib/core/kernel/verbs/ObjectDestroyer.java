package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.AhObject;
import dev.fenestra.ib.core.kernel.objects.ChannelObject;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.objects.VendorObject;
import dev.fenestra.ib.core.kernel.objects.XrcTargetObject;
import dev.fenestra.ib.core.kernel.objects.XrcdObject;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Destroys the objects of one opened device: one by one, or all that are left when it is closed. */
public final class ObjectDestroyer {
    private final KernelDevice device;
    private final HandleTable handles;
    private final MemoryRegions regions;
    private final MemoryWindows windows;
    private final SharedReceiveQueues sharedReceives;
    private final QueuePairs queuePairs;
    private final McastGroups groups;
    private final ContextEvents events;

    /**
     * Makes the destroyer of an opened device.
     *
     * @param device the device
     * @param handles its objects
     * @param regions ends regions
     * @param windows ends windows
     * @param sharedReceives ends SRQs
     * @param queuePairs ends QPs
     * @param groups detaches QPs
     * @param events ends events
     */
    public ObjectDestroyer(
            KernelDevice device,
            HandleTable handles,
            MemoryRegions regions,
            MemoryWindows windows,
            SharedReceiveQueues sharedReceives,
            QueuePairs queuePairs,
            McastGroups groups,
            ContextEvents events) {
        this.device = device;
        this.handles = handles;
        this.regions = regions;
        this.windows = windows;
        this.sharedReceives = sharedReceives;
        this.queuePairs = queuePairs;
        this.groups = groups;
        this.events = events;
    }

    /**
     * Destroys an object.
     *
     * @param handle of the object
     * @param type type of the object
     * @return events of the object that the process had read
     */
    public EventCounts destroy(int handle, Class<? extends KernelObject> type) {
        return handles.destroy(handle, type, this::teardown).eventsRead();
    }

    /**
     * Destroys all objects, newest first, in passes as long as one makes progress (core/rdma_core.c).
     *
     * @return the reasons of the objects that are left
     */
    public List<VerbsException> destroyAll() {
        List<VerbsException> refusals = new ArrayList<>();
        List<KernelObject> left = handles.newestFirst();
        int before;
        do {
            before = left.size();
            refusals.clear();
            for (KernelObject object : left) {
                try {
                    if (object instanceof QpObject qp) {
                        groups.leaveAll(qp);
                    }
                    destroy(object.handle(), object.getClass());
                } catch (VerbsException refused) {
                    refusals.add(refused);
                }
            }
            left = handles.newestFirst();
        } while (left.size() < before);
        return refusals;
    }

    private void teardown(KernelObject object) {
        teardownOf(object.kind()).accept(object);
        device.gone(object.kind());
    }

    /** Handles every kind, so that a new one does not compile without its teardown. */
    private Consumer<KernelObject> teardownOf(ObjectKind kind) {
        return switch (kind) {
            case PD -> of(PdObject.class, pd -> device.entering("dealloc_pd").deallocPd(pd.driver()));
            case MR -> of(MrObject.class, regions::deregister);
            case MW -> of(MwObject.class, windows::deallocate);
            case DM ->
                of(
                        DmObject.class,
                        dm -> device.entering("dealloc_dm").deviceMemory().freeDm(dm.driver()));
            case AH ->
                of(
                        AhObject.class,
                        ah -> device.entering("destroy_ah").datagrams().destroyAh(ah.driver()));
            case SRQ -> of(SrqObject.class, this::teardown);
            case VENDOR_OBJECT ->
                of(
                        VendorObject.class,
                        own -> device.entering("destroy_object").vendor().destroyObject(own.driver()));
            case CHANNEL -> of(ChannelObject.class, channel -> channel.events().clear());
            case CQ -> of(CqObject.class, this::teardown);
            case XRCD -> of(XrcdObject.class, opened -> device.xrcDomains().close(opened.domain()));
            case QP -> of(QpObject.class, this::teardown);
        };
    }

    private static <T extends KernelObject> Consumer<KernelObject> of(Class<T> type, Consumer<T> teardown) {
        return object -> teardown.accept(type.cast(object));
    }

    private void teardown(SrqObject srq) {
        sharedReceives.destroy(srq);
        events.end(srq, srq.driver(), null);
    }

    private void teardown(CqObject cq) {
        device.entering("destroy_cq").completions().destroyCq(cq.driver());
        events.end(cq, cq.driver(), cq.channel());
    }

    private void teardown(QpObject qp) {
        if (qp instanceof XrcTargetObject target) {
            device.xrcDomains().closeTarget(target.domain(), target.driver());
        } else {
            queuePairs.destroy(qp);
        }
        events.end(qp, qp.driver(), null);
    }
}
