package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cards of several drivers on one fabric.
 *
 * @param plugged the fabric
 * @param byHost the hardware of each host
 */
record MixedHardware(Fabric plugged, Map<String, BenchHardware> byHost) implements BenchHardware {
    private List<BenchHardware> all() {
        return byHost.values().stream().distinct().toList();
    }

    private BenchHardware of(String host) {
        return Objects.requireNonNull(byHost.get(host));
    }

    @Override
    public Object newCard(String host, int ipv4, @Nullable Gid address) {
        return of(host).newCard(host, ipv4, address);
    }

    @Override
    public Optional<Hca> hcaOf(Object card) {
        return all().stream().flatMap(one -> one.hcaOf(card).stream()).findFirst();
    }

    @Override
    public Optional<Fabric> fabric() {
        return Optional.of(plugged);
    }

    /** A wish for HCAs of hw-sim is met when one host has one: the other hosts cannot have it. */
    @Override
    public void demand(Wishes wishes) {
        if (all().stream().noneMatch(HcaHardware.class::isInstance)) {
            all().forEach(one -> one.demand(wishes));
        }
    }

    @Override
    public void demand(Host kernel, Optional<WindowSupport> windows) {
        of(kernel.name()).demand(kernel, windows);
    }

    @Override
    public void close() {
        all().forEach(BenchHardware::close);
    }
}
