package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.AhObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.verbs.AhChecks;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.CallArguments;

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
        return calls.call(SystemCall.CREATE_AH, () -> CallArguments.of("pd", pd).with("ah_attr", attributes), () -> {
            AhChecks.check(device, attributes);
            return calls.usingPd(
                    pd,
                    ObjectKind.AH,
                    owner -> handles.add(new AhObject(
                            owner,
                            device.entering("create_ah").datagrams().createAh(owner.driver(), attributes, udata))));
        });
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
