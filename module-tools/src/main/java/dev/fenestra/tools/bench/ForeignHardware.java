package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Optional;

/** Hardware that a driver brings. */
record ForeignHardware(HardwareModel model) implements BenchHardware {
    @Override
    public Object newCard(String host, int ipv4) {
        return model.newCard(Gid.ofIpv4(ipv4));
    }

    @Override
    public Optional<Fabric> fabric() {
        return model.wire().filter(Fabric.class::isInstance).map(Fabric.class::cast);
    }

    @Override
    public void close() {
        model.close();
    }
}
