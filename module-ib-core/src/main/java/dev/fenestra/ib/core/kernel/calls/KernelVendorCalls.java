package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.AhObject;
import dev.fenestra.ib.core.kernel.objects.CqObject;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.objects.QpObject;
import dev.fenestra.ib.core.kernel.objects.SrqObject;
import dev.fenestra.ib.core.kernel.objects.VendorObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverObject;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorMethod;
import dev.fenestra.ib.core.spi.VendorSubject;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The system calls between the two halves of a driver about objects of a kind that only the vendor knows, of one device
 * that a process has opened.
 */
public final class KernelVendorCalls {
    /** No object has it. */
    private static final int NO_HANDLE = 0;

    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final DriverContext driver;

    KernelVendorCalls(ContextCalls calls, KernelDevice device, HandleTable handles, DriverContext driver) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.driver = driver;
    }

    /**
     * Creates an object of the vendor's kind. The driver checks the request.
     *
     * @param pd handle of the PD
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(int pd, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_VENDOR_OBJECT, () -> CallArguments.of("pd", pd));
        try (call;
                Hold<PdObject> owner = handles.share(pd, PdObject.class);
                Room room = device.reserve(ObjectKind.VENDOR_OBJECT)) {
            PdObject pdObject = owner.object();
            DriverObject made = device.entering("create_object").vendor().createObject(pdObject.driver(), udata);
            return call.returns(room.taken(handles.add(new VendorObject(pdObject, made))));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Creates an object of the vendor's kind for the PD that the request itself names, by the vendor's number; ENOENT
     * when it is none of this context.
     *
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(Udata udata) {
        return create(owner(udata), udata);
    }

    /**
     * Creates an object of the vendor's kind that belongs to no PD.
     *
     * @param creation by the driver
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(BiFunction<DriverContext, Udata, DriverObject> creation, Udata udata) {
        Call call = calls.enter(SystemCall.CREATE_VENDOR_OBJECT, () -> CallArguments.NONE);
        try (call;
                Room room = device.reserve(ObjectKind.VENDOR_OBJECT)) {
            return call.returns(room.taken(handles.add(new VendorObject(creation.apply(driver, udata)))));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    private int owner(Udata udata) {
        return handles.newestFirst().stream()
                .filter(object -> object instanceof PdObject pd
                        && device.driver().vendor().isOwner(pd.driver(), udata))
                .mapToInt(KernelObject::handle)
                .findFirst()
                .orElse(NO_HANDLE);
    }

    /**
     * {@return the methods of the ioctl interface of which the driver has attributes; no system call}
     */
    public List<VendorMethod> methods() {
        return device.driver().vendor().methods();
    }

    /**
     * Ends an object of the vendor's kind.
     *
     * @param object handle of the object
     */
    public void destroy(int object) {
        calls.destroy(SystemCall.DESTROY_VENDOR_OBJECT, object, VendorObject.class);
    }

    /**
     * Makes a call to the driver's kernel half that only the vendor defines.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    public void query(Udata udata) {
        calls.run(
                SystemCall.VENDOR_QUERY, () -> device.entering("query").vendor().query(driver, udata));
    }

    /**
     * Makes a call of one of the driver's methods.
     *
     * @param answer that the driver has for it
     * @param udata bytes of the user half, and room for the answer
     */
    public void query(BiConsumer<DriverContext, Udata> answer, Udata udata) {
        calls.run(SystemCall.VENDOR_QUERY, () -> answer.accept(driver, udata));
    }

    /**
     * Makes a call of the vendor about an object.
     *
     * @param kind of the object
     * @param handle of the object
     * @param udata bytes of the user half, and room for the answer
     */
    public void query(VendorSubject.Kind kind, int handle, Udata udata) {
        switch (kind) {
            case PD -> about(handle, PdObject.class, pd -> new VendorSubject.Pd(pd.driver()), udata);
            case MR -> about(handle, MrObject.class, mr -> new VendorSubject.Mr(mr.driver()), udata);
            case MW -> about(handle, MwObject.class, mw -> new VendorSubject.Mw(mw.driver()), udata);
            case DM -> about(handle, DmObject.class, dm -> new VendorSubject.Dm(dm.driver()), udata);
            case CQ -> about(handle, CqObject.class, cq -> new VendorSubject.Cq(cq.driver()), udata);
            case QP -> about(handle, QpObject.class, qp -> new VendorSubject.Qp(qp.driver()), udata);
            case SRQ -> about(handle, SrqObject.class, srq -> new VendorSubject.Srq(srq.driver()), udata);
            case AH -> about(handle, AhObject.class, ah -> new VendorSubject.Ah(ah.driver()), udata);
            case OBJECT -> about(handle, VendorObject.class, own -> new VendorSubject.Own(own.driver()), udata);
        }
    }

    private <T extends KernelObject> void about(
            int handle, Class<T> type, Function<T, VendorSubject> subject, Udata udata) {
        Call call = calls.enter(SystemCall.VENDOR_QUERY, () -> CallArguments.NONE);
        try (call;
                Hold<T> held = handles.share(handle, type)) {
            device.entering("query").vendor().query(driver, subject.apply(held.object()), udata);
            call.returns();
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Makes a call of the vendor about a PD.
     *
     * @param pd handle of the PD
     * @param answer that the driver has for it
     * @param udata bytes of the user half, and room for the answer
     */
    public void queryPd(int pd, BiConsumer<DriverPd, Udata> answer, Udata udata) {
        Call call = calls.enter(SystemCall.VENDOR_QUERY, () -> CallArguments.NONE);
        try (call;
                Hold<PdObject> held = handles.share(pd, PdObject.class)) {
            answer.accept(held.object().driver(), udata);
            call.returns();
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Makes a call of the vendor about device memory.
     *
     * @param dm handle of the device memory
     * @param answer that the driver has for it
     * @param udata bytes of the user half, and room for the answer
     */
    public void queryDm(int dm, BiConsumer<DriverDm, Udata> answer, Udata udata) {
        Call call = calls.enter(SystemCall.VENDOR_QUERY, () -> CallArguments.NONE);
        try (call;
                Hold<DmObject> held = handles.share(dm, DmObject.class)) {
            answer.accept(held.object().driver(), udata);
            call.returns();
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }
}
