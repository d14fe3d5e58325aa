package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about device memory of one device that a process has opened. */
public final class KernelDms {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final DriverContext driver;

    KernelDms(ContextCalls calls, KernelDevice device, HandleTable handles, DriverContext driver) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.driver = driver;
    }

    /**
     * Allocates memory of the device; EINVAL for no bytes or more than {@code max_dm_size}, ENOMEM when the device has
     * less left.
     *
     * @param length bytes
     * @param logAlign log2 of the alignment of its first byte
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int allocate(long length, int logAlign, Udata udata) {
        Call call = calls.enter(SystemCall.ALLOC_DM, () -> CallArguments.of("length", length));
        try (call) {
            checkLength(length);
            try (Room room = device.reserve(ObjectKind.DM)) {
                DriverDm allocated =
                        device.entering("alloc_dm").deviceMemory().allocDm(driver, length, logAlign, udata);
                return call.returns(room.taken(handles.add(new DmObject(allocated, length))));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * EBUSY while a region of it is registered; the refusal names it.
     *
     * @param dm handle of the device memory
     */
    public void free(int dm) {
        calls.destroy(SystemCall.FREE_DM, dm, DmObject.class);
    }

    private void checkLength(long length) {
        long most = device.attributes().memory().maxDmSize();
        if (most == 0) {
            throw new VerbsException(RegionRule.DEVICE_MEMORY, device.driver().name() + " has none");
        }
        if (length == 0 || Long.compareUnsigned(length, most) > 0) {
            throw new VerbsException(
                    RegionRule.DEVICE_MEMORY_SIZE, String.format("length=0x%x, max_dm_size=0x%x", length, most));
        }
    }
}
