package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

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
    public Object newCard(String host, int ipv4) {
        Hca card = new Hca(config.apply(host, HcaConfig.ofIpv4(ipv4)), fabric);
        cards.add(card);
        return card;
    }

    @Override
    public Optional<String> contradiction() {
        String found = null;
        for (int i = 0; i < cards.size() && found == null; i++) {
            found = cards.get(i).contradiction();
        }
        return Optional.ofNullable(found);
    }

    @Override
    public void close() {
        cards.forEach(Hca::close);
    }
}
