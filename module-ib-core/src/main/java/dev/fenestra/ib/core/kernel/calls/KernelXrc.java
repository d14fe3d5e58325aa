package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.QpResponse;
import dev.fenestra.ib.core.kernel.SrqResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.XrcDomain;
import dev.fenestra.ib.core.kernel.objects.XrcTargetObject;
import dev.fenestra.ib.core.kernel.objects.XrcdObject;
import dev.fenestra.ib.core.kernel.verbs.SharedReceiveQueues;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The system calls about XRC of one device that a process has opened: domains, their SRQs and their targets. */
public final class KernelXrc {
    private static final QpCapacity NO_QUEUES = new QpCapacity(0, 0, 0, 0, 0);

    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final SharedReceiveQueues queues;
    private final KernelSrqs srqs;
    private final KernelQps qps;

    KernelXrc(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            SharedReceiveQueues queues,
            KernelSrqs srqs,
            KernelQps qps) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.queues = queues;
        this.srqs = srqs;
        this.qps = qps;
    }

    /**
     * Opens a domain: EAGAIN for a name that is not known without O_CREAT, EINVAL for a known one with O_EXCL,
     * EOPNOTSUPP without XRC.
     *
     * @param name by which processes of this host share it, instead of the inode of a file; null for a private domain
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.XrcdFlag}
     * @return the handle
     */
    public int open(@Nullable String name, int flags) {
        Call call = calls.enter(SystemCall.OPEN_XRCD, () -> CallArguments.NONE);
        try (call;
                Room room = device.reserve(ObjectKind.XRCD)) {
            XrcDomain opened = device.xrcDomains().open(name, flags);
            return call.returns(room.taken(handles.add(new XrcdObject(opened))));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Closes a domain. EBUSY while SRQs or targets exist that were created or opened through this handle.
     *
     * @param xrcd handle of the XRC domain
     */
    public void close(int xrcd) {
        calls.destroy(SystemCall.CLOSE_XRCD, xrcd, XrcdObject.class);
    }

    /**
     * Creates an SRQ that peers name by number.
     *
     * @param pd handle of the PD
     * @param xrcd handle of the XRC domain
     * @param cq handle of the CQ where its receives complete
     * @param capacity room that the queues must have
     * @param limit an event tells once when fewer receives are left; 0 for none
     * @param udata bytes of the user half, and room for the answer
     * @return handle and SRQ number
     */
    public SrqResponse createSrq(int pd, int xrcd, int cq, SrqCapacity capacity, int limit, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_XSRQ, () -> CallArguments.NONE);
        try (call) {
            queues.checkCreate(capacity, limit);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.SRQ);
                    Hold<XrcdObject> domain = handles.share(xrcd, XrcdObject.class);
                    Hold<CqObject> completes = handles.share(cq, CqObject.class)) {
                return call.returns(srqs.added(
                        room,
                        queues.createXrc(owner.object(), domain.object(), completes.object(), capacity, limit, udata),
                        capacity));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Creates a QP that takes the requests of an XRC peer for the SRQs of a domain; it has no queues, no CQ and no PD
     * of its own.
     *
     * @param xrcd handle of the XRC domain
     * @param udata bytes of the user half, and room for the answer
     * @return handle and QP number
     */
    public QpResponse createTarget(int xrcd, Udata udata) {
        return target(SystemCall.CREATE_QP, xrcd, opened -> device.xrcDomains().createTarget(opened.domain(), udata));
    }

    /**
     * Opens a target that another process has created in the same domain ({@code ibv_open_qp}); EINVAL for another
     * number. It lives until its last user destroys it.
     *
     * @param xrcd handle of the XRC domain
     * @param qpNumber the QP number, 24 bits
     * @return handle and QP number
     */
    public QpResponse openTarget(int xrcd, int qpNumber) {
        return target(SystemCall.OPEN_QP, xrcd, opened -> device.xrcDomains().openTarget(opened.domain(), qpNumber));
    }

    private QpResponse target(SystemCall name, int xrcd, Function<XrcdObject, DriverQp> source) {
        Call call = calls.enter(name, () -> CallArguments.NONE);
        try (call;
                Hold<XrcdObject> held = handles.share(xrcd, XrcdObject.class);
                Room room = device.reserve(ObjectKind.QP)) {
            XrcdObject opened = held.object();
            return call.returns(qps.added(room, new XrcTargetObject(opened, source.apply(opened)), NO_QUEUES));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }
}
