package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.VendorObject;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.Udata;

/**
 * The system calls between the two halves of a driver about objects of a kind that only the vendor knows, of one device
 * that a process has opened.
 */
public final class KernelVendorCalls {
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
     * Creates an object of the vendor's kind; the driver says what it refuses.
     *
     * @param pd handle of the PD
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(int pd, Udata udata) {
        return calls.creating(
                SystemCall.CREATE_VENDOR_OBJECT,
                pd,
                ObjectKind.VENDOR_OBJECT,
                owner -> handles.add(
                        new VendorObject(owner, device.entering("create_object").createObject(owner.driver(), udata))));
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
     * Asks the driver's kernel half a question of the vendor's own.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    public void query(Udata udata) {
        calls.run(SystemCall.VENDOR_QUERY, () -> device.entering("query").query(driver, udata));
    }
}
