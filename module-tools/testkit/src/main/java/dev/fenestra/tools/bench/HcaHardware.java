package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** HCAs of hw-sim, on one fabric. */
final class HcaHardware implements BenchHardware {
    private final Fabric fabric;
    private final List<Hca> cards = new ArrayList<>();
    private final BiFunction<String, HcaConfig, HcaConfig> config;

    HcaHardware(BiFunction<String, HcaConfig, HcaConfig> config, Fabric fabric) {
        this.fabric = fabric;
        this.config = config;
    }

    @Override
    public Optional<Fabric> fabric() {
        return Optional.of(fabric);
    }

    @Override
    public Object newCard(String host, int ipv4, @Nullable Gid address) {
        HcaConfig asked = config.apply(host, HcaConfig.ofIpv4(ipv4));
        // A socket of one address sends all that this card sends.
        HcaConfig placed = address == null
                ? asked
                : asked.withGid(address.high(), address.low()).withLinkLocal(false);
        Hca card = new Hca(placed, fabric);
        cards.add(card);
        return card;
    }

    @Override
    public Optional<Hca> hcaOf(Object card) {
        return cards.stream().filter(made -> made == card).findFirst();
    }

    @Override
    public void close() {
        cards.forEach(Hca::close);
    }
}
