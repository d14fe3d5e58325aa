package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.Udata;

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
        return calls.call(
                SystemCall.ALLOC_PD,
                () -> device.reserving(
                        ObjectKind.PD,
                        () -> handles.add(
                                new PdObject(device.entering("alloc_pd").allocPd(driver, udata), process))));
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
