package dev.fenestra.tools.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/**
 * A driver that is broken on purpose: the real one, but for a single forgotten thing. When it has told the device where
 * the pages of a region lie, it gives their pins back, as if the device had no more need of them.
 */
final class ForgetfulDriver implements RdmaDriver {
    private final RdmaDriver real =
            ServiceLoader.load(RdmaDriver.class).findFirst().orElseThrow();

    /** Alice's host, which is set up first, has the real driver, and bob's the broken one. */
    static Supplier<List<RdmaDriver>> ofBob() {
        ForgetfulDriver broken = new ForgetfulDriver();
        Iterator<RdmaDriver> drivers = List.of(broken.real, broken).iterator();
        return () -> List.of(drivers.next());
    }

    @Override
    public String name() {
        return "forgetful";
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return real.probe(hardware, services).stream()
                .map(ForgetfulDriver::forgetful)
                .toList();
    }

    private static RdmaDevice forgetful(RdmaDevice device) {
        List<AddressSpace> processes = new ArrayList<>();
        return (RdmaDevice) Proxy.newProxyInstance(
                RdmaDevice.class.getClassLoader(), new Class<?>[] {RdmaDevice.class}, (_, operation, arguments) -> {
                    Object answer = invoke(device, operation, arguments);
                    if (answer instanceof DriverContext) {
                        processes.add((AddressSpace) arguments[0]);
                    }
                    if (operation.getName().equals("regMr")) {
                        processes.getLast().unpin((PinnedPages) arguments[1]);
                    }
                    return answer;
                });
    }

    private static Object invoke(RdmaDevice device, Method operation, Object[] arguments) throws Throwable {
        try {
            return operation.invoke(device, arguments);
        } catch (InvocationTargetException refused) {
            throw refused.getCause();
        }
    }
}
