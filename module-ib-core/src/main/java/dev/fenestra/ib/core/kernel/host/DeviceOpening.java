package dev.fenestra.ib.core.kernel.host;

import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextOwner;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device that a process is about to open. User space takes the provider, prepares the user half, then makes the call.
 */
public final class DeviceOpening {
    private final KernelDevice device;
    private final SystemCallGate gate;
    private final Supplier<ContextOwner> owner;
    private final List<KernelContext> opened;

    /**
     * @param gate the process's way into the kernel
     * @param owner the parts of the process for the calls; called once for each opened device
     * @param opened the devices that the process has open
     */
    DeviceOpening(KernelDevice device, SystemCallGate gate, Supplier<ContextOwner> owner, List<KernelContext> opened) {
        this.device = device;
        this.gate = gate;
        this.owner = owner;
        this.opened = opened;
    }

    /** {@return the user half of the device's driver} */
    public UserProvider userProvider() {
        return device.driver().userProvider();
    }

    /** {@return the driver's observer; called for each event} */
    public Supplier<@Nullable DriverObserver> observer() {
        return device.trace()::observer;
    }

    /**
     * {@return the GET_CONTEXT call: opens the device for the process} The driver refuses udata that it does not
     * understand.
     *
     * @param udata bytes of the user half, and room for the answer
     */
    public KernelContext getContext(Udata udata) {
        return gate.call(SystemCall.GET_CONTEXT, () -> CallArguments.NONE, () -> {
            ContextOwner process = owner.get();
            DriverContext driver = device.entering("alloc_ucontext").openContext(process.memory(), udata);
            KernelContext context = new KernelContext(device, process, driver, opened::remove);
            opened.add(context);
            return context;
        });
    }
}
