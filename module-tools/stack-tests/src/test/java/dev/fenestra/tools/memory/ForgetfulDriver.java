package dev.fenestra.tools.memory;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.testing.WatchedDevice;
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
        return WatchedDevice.of(device, operation -> {
            Object answer = operation.proceed();
            if (answer instanceof DriverContext) {
                processes.add((AddressSpace) operation.arguments()[0]);
            }
            if (operation.name().equals("regMr")) {
                processes.getLast().unpin((PinnedPages) operation.arguments()[1]);
            }
            return answer;
        });
    }
}
