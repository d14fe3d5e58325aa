package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.MwQueryResponse;
import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.MwObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.verbs.MemoryWindows;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about memory windows of one device that a process has opened. */
public final class KernelMws {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final MemoryWindows windows;

    KernelMws(ContextCalls calls, KernelDevice device, HandleTable handles, MemoryWindows windows) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.windows = windows;
    }

    /**
     * Allocates a window that is not bound. EOPNOTSUPP when the device has none of this type, ENOMEM beyond its
     * {@code max_mw}.
     *
     * @param pd handle of the PD
     * @param type number of an {@link MwType}, else EINVAL
     * @return handle and R_Key
     */
    public MwResponse allocate(int pd, int type) {
        return allocate(pd, type, Udata.none());
    }

    /**
     * The same with bytes of the user half.
     *
     * @param pd handle of the PD
     * @param type number of an {@link MwType}, else EINVAL
     * @param udata bytes of the user half, and room for the answer
     * @return handle and R_Key
     */
    public MwResponse allocate(int pd, int type, Udata udata) {
        Call call = calls.enter(
                SystemCall.ALLOC_MW, () -> CallArguments.of("pd", pd).with("type", type));
        try (call) {
            MwType known = windows.checkType(type);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.MW)) {
                return call.returns(added(room, windows.allocate(owner.object(), known, udata)));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * {@return the state of a window in the device: IBA's Query Memory Window, which Linux does not have}
     *
     * @param mw handle of the window
     */
    public MwQueryResponse query(int mw) {
        return calls.using(
                SystemCall.QUERY_MW, mw, () -> CallArguments.of("handle", mw), MwObject.class, windows::query);
    }

    /**
     * Ends a window in any state; a bound one is unbound.
     *
     * @param mw handle of the window
     */
    public void deallocate(int mw) {
        calls.destroy(SystemCall.DEALLOC_MW, mw, MwObject.class);
    }

    private MwResponse added(Room room, MwObject window) {
        device.add(window);
        handles.add(window);
        return room.taken(new MwResponse(window.handle(), window.driver().rkey()));
    }
}
