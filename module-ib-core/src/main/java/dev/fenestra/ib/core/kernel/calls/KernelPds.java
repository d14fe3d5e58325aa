package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about protection domains of one device that a process has opened. */
public final class KernelPds {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final DriverContext driver;
    private final String process;

    KernelPds(ContextCalls calls, KernelDevice device, HandleTable handles, DriverContext driver, String process) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.driver = driver;
        this.process = process;
    }

    /**
     * Allocates a PD; ENOMEM beyond {@code max_pd}.
     *
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int allocate(Udata udata) {
        Call call = calls.enter(SystemCall.ALLOC_PD, () -> CallArguments.NONE);
        try (call;
                Room room = device.reserve(ObjectKind.PD)) {
            DriverPd allocated = device.entering("alloc_pd").allocPd(driver, udata);
            return call.returns(room.taken(handles.add(new PdObject(allocated, process))));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Ends a PD; EBUSY while regions, windows or QPs belong to it, and the refusal names them.
     *
     * @param pd handle of the PD
     */
    public void deallocate(int pd) {
        calls.destroy(SystemCall.DEALLOC_PD, pd, PdObject.class);
    }
}
