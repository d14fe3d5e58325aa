package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import java.util.List;

/** Claims hardware that is a {@link FakeDevice} already. */
final class FakeDriver implements RdmaDriver {
    KernelServices services;
    int probes;

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices lent) {
        probes++;
        services = lent;
        return hardware instanceof FakeDevice device ? List.of(device) : List.of();
    }
}
