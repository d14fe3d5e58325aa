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
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.objects.VendorObject;
import dev.fenestra.ib.core.kernel.objects.XrcTargetObject;
import dev.fenestra.ib.core.kernel.objects.XrcdObject;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;

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
        switch (object) {
            case PdObject pd -> device.entering("dealloc_pd").deallocPd(pd.driver());
            case MrObject region -> regions.deregister(region);
            case MwObject window -> windows.deallocate(window);
            case DmObject dm -> device.entering("dealloc_dm").deviceMemory().freeDm(dm.driver());
            case AhObject ah -> device.entering("destroy_ah").datagrams().destroyAh(ah.driver());
            case VendorObject own -> device.entering("destroy_object").vendor().destroyObject(own.driver());
            case ChannelObject channel -> channel.events().clear();
            case XrcdObject opened -> device.xrcDomains().close(opened.domain());
            case SrqObject srq -> {
                sharedReceives.destroy(srq);
                events.end(srq, srq.driver(), null);
            }
            case CqObject cq -> {
                device.entering("destroy_cq").completions().destroyCq(cq.driver());
                events.end(cq, cq.driver(), cq.channel());
            }
            case XrcTargetObject target -> {
                device.xrcDomains().closeTarget(target.domain(), target.driver());
                events.end(target, target.driver(), null);
            }
            case QpObject qp -> {
                queuePairs.destroy(qp);
                events.end(qp, qp.driver(), null);
            }
        }
        if (!(object instanceof MrObject region && region.isOfQueue())) {
            device.gone(object.kind());
        }
    }
}
