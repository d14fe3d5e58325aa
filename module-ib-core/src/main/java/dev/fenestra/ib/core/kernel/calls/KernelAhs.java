package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.AhObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.verbs.AhChecks;
import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/** The system calls about address handles of one device that a process has opened. */
public final class KernelAhs {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;

    KernelAhs(ContextCalls calls, KernelDevice device, HandleTable handles) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
    }

    /**
     * Resolves a path for datagrams. EINVAL for a port or a GID index that the device does not have, and for a
     * destination that no path leads to; ENETUNREACH for a destination without a route, ETIMEDOUT for one that does not
     * answer; EOPNOTSUPP for a multicast group where the device has none.
     *
     * @param pd handle of the PD
     * @param attributes the path
     * @param udata bytes of the user half, and room for the answer
     * @return the handle
     */
    public int create(int pd, AhAttributes attributes, Udata udata) {
        Call call = calls.enter(
                SystemCall.CREATE_AH, () -> CallArguments.of("pd", pd).with("ah_attr", attributes));
        try (call) {
            AhChecks.check(device, attributes);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.AH)) {
                PdObject pdObject = owner.object();
                DriverAh driver =
                        device.entering("create_ah").datagrams().createAh(pdObject.driver(), attributes, udata);
                return call.returns(room.taken(handles.add(new AhObject(pdObject, driver))));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Ends an address handle.
     *
     * @param ah handle of the address handle
     */
    public void destroy(int ah) {
        calls.destroy(SystemCall.DESTROY_AH, ah, AhObject.class);
    }
}
