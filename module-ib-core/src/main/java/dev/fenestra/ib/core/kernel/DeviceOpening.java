package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A device on its way to being opened: user space takes the provider, prepares its half, then makes the call. */
public final class DeviceOpening {
    private final KernelDevice device;
    private final Process process;

    DeviceOpening(KernelDevice device, Process process) {
        this.device = device;
        this.process = process;
    }

    /** The user half of the device's driver. */
    public UserProvider userProvider() {
        return device.driver().userProvider();
    }

    /** Who watches the driver, to be asked for each event. */
    public Supplier<@Nullable DriverObserver> observer() {
        return device.host()::observer;
    }

    /** The GET_CONTEXT call: opens the device for the process. */
    public KernelContext getContext(Udata udata) {
        return process.gate().call(SystemCall.GET_CONTEXT, () -> {
            AddressSpace memory = process.memoryFor(device);
            DriverContext driver = device.entering("alloc_ucontext").openContext(memory, udata);
            KernelContext context = new KernelContext(device, process, memory, driver);
            process.opened(context);
            return context;
        });
    }
}
