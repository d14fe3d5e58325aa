package dev.fenestra.tools.stress;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.WatchedDevice;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A driver of which one command fails: the n-th call of an operation that changes something.
 *
 * @param real does everything else
 * @param left counts down to the call that fails; below 0 once it has
 */
record FailingDriver(RdmaDriver real, AtomicInteger left) implements RdmaDriver {
    /** Methods that are called all the time, where no caller could handle a failure. */
    private static final Set<String> HARMLESS = Set.of(
            "name",
            "attributes",
            "gid",
            "userProvider",
            "windowsOf",
            "isDraining",
            "completionVectors",
            "deliverTo",
            "shutdown",
            "progress",
            "progressUntil",
            "now",
            "hashCode",
            "equals",
            "toString");

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return real.probe(hardware, services).stream().map(this::failing).toList();
    }

    private RdmaDevice failing(RdmaDevice device) {
        return WatchedDevice.of(device, operation -> {
            if (!HARMLESS.contains(operation.name()) && left.getAndDecrement() == 1) {
                throw new VerbsException(KernelRule.ROOM, "made to fail: " + operation.name());
            }
            return operation.proceed();
        });
    }
}
