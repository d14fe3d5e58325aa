package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.roce.udp.WireStage;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a {@link TestBenchBuilder} was asked for, at the time of a build. Benches of one plan are alike but for their
 * fabric and the configuration of their hosts.
 *
 * @param names of the hosts
 * @param hcaConfig changes the configuration of an HCA by the name of its host
 * @param configuresHcas whether only HCAs of hw-sim will do, since they are to be configured
 * @param drivers makes the drivers of one host
 * @param provider name of the driver to use; empty for those that claim the hardware
 * @param providers the same by host, for those that have one of their own
 * @param addresses of cards by host, for those that have another than the usual one
 * @param faults of the link
 * @param wired whether packets go over a wire
 * @param windows what the cards must offer; empty for what they do
 * @param seed of everything random
 */
record BenchPlan(
        List<String> names,
        BiFunction<String, HcaConfig, HcaConfig> hcaConfig,
        boolean configuresHcas,
        Supplier<? extends Iterable<RdmaDriver>> drivers,
        Optional<String> provider,
        Map<String, String> providers,
        Map<String, Gid> addresses,
        FaultPlan faults,
        boolean wired,
        Optional<WindowSupport> windows,
        long seed) {
    private static final int FIRST_ADDRESS = 0x0a000001;

    /** Two changes, one after the other. */
    static UnaryOperator<HostConfig> inOrder(UnaryOperator<HostConfig> first, UnaryOperator<HostConfig> second) {
        return config -> second.apply(first.apply(config));
    }

    /**
     * Builds the hosts. A bench that is made to be like this one has a fabric of its own, since addresses of one bench
     * are taken on the fabric of the other.
     *
     * @param chosen the fabric; empty for a new one on a virtual clock
     * @param hostConfig changes the configuration of each host
     */
    TestBench build(Optional<Fabric> chosen, UnaryOperator<HostConfig> hostConfig) {
        Fabric fabric = chosen.orElseGet(Fabric::new);
        BenchHardware hardware = hardware(fabric);
        SequencedMap<String, BenchHost> hosts = new LinkedHashMap<>();
        TestBench bench =
                new TestBench(hardware, hosts, seed, change -> build(Optional.empty(), inOrder(hostConfig, change)));
        boolean built = false;
        try {
            hardware.demand(wishes(chosen));
            hardware.fabric().ifPresent(this::prepare);
            for (String name : names) {
                HostConfig config = HostConfig.named(name).withSeed(seed + hosts.size());
                Object card = hardware.newCard(name, FIRST_ADDRESS + hosts.size(), addresses.get(name));
                hosts.put(name, host(hostConfig.apply(config), card, hardware));
            }
            hosts.values().forEach(host -> hardware.demand(host.kernel(), windows));
            built = true;
            return bench;
        } finally {
            if (!built) {
                bench.close();
            }
        }
    }

    private Wishes wishes(Optional<Fabric> chosen) {
        boolean isFabricChosen = chosen.isPresent() && !chosen.get().isRealTime();
        return new Wishes(configuresHcas, isFabricChosen, hasFaults(), wired);
    }

    private boolean hasFaults() {
        return !faults.equals(FaultPlan.NONE);
    }

    private void prepare(Fabric fabric) {
        if (hasFaults()) {
            fabric.through(new FaultStage(faults));
        }
        if (wired) {
            fabric.through(new WireStage());
        }
    }

    /** The name of the driver that a host is to have; empty for those that claim its card. */
    private Optional<String> providerOf(String host) {
        return Optional.ofNullable(providers.get(host)).or(() -> provider);
    }

    private BenchHardware hardware(Fabric fabric) {
        List<Optional<String>> chosen =
                names.stream().map(this::providerOf).distinct().toList();
        if (chosen.size() == 1) {
            return hardware(chosen.getFirst(), fabric);
        }
        Map<String, BenchHardware> byHost = new LinkedHashMap<>();
        Map<Optional<String>, BenchHardware> byProvider = new LinkedHashMap<>();
        for (String host : names) {
            byHost.put(host, byProvider.computeIfAbsent(providerOf(host), one -> onWire(one, fabric)));
        }
        return new MixedHardware(fabric, byHost);
    }

    /** Hardware on the fabric that the cards of other drivers are on. */
    private BenchHardware onWire(Optional<String> named, Fabric fabric) {
        BenchHardware made = hardware(named, fabric);
        if (made.fabric().filter(fabric::equals).isEmpty()) {
            made.close();
            throw new IllegalArgumentException("the cards of " + named.orElse("the drivers that are found")
                    + " have a wire of their own: cards of other drivers cannot be plugged into it");
        }
        return made;
    }

    private BenchHardware hardware(Optional<String> named, Fabric fabric) {
        if (named.isEmpty()) {
            return hcas(fabric);
        }
        RdmaDriver driver = chosenDrivers(named).getFirst();
        Optional<HardwareModel> plugged = driver.modelOn(fabric, seed);
        if (plugged.isPresent()) {
            return new ForeignHardware(driver.name(), plugged.get(), Optional.of(fabric));
        }
        Optional<HardwareModel> model = driver.hardwareModel(seed);
        if (model.isPresent() && fabric.isRealTime()) {
            model.get().close();
            model = driver.realTimeModel(seed);
            if (model.isEmpty()) {
                throw new IllegalArgumentException("the hardware of " + named.get() + " does not run in real time");
            }
        }
        return model.<BenchHardware>map(own -> new ForeignHardware(driver.name(), own, Optional.empty()))
                .orElseGet(() -> hcas(fabric));
    }

    private BenchHardware hcas(Fabric fabric) {
        if (windows.isEmpty()) {
            return new HcaHardware(hcaConfig, fabric);
        }
        WindowSupport asked = windows.get();
        return new HcaHardware((host, config) -> hcaConfig.apply(host, config).withWindows(asked), fabric);
    }

    private BenchHost host(HostConfig config, Object card, BenchHardware hardware) {
        Host kernel = new Host(config);
        kernel.plug(card);
        boolean claimed = false;
        try {
            claimed = !kernel.discover(chosenDrivers(providerOf(config.name()))).isEmpty();
        } finally {
            if (!claimed) {
                kernel.close();
            }
        }
        if (!claimed) {
            throw new MissingProviderException(config.name());
        }
        BenchHost made = new BenchHost(kernel, card, hardware.hcaOf(card), hardware.fabric());
        made.simulated().ifPresent(simulated -> simulated.label(config.name()));
        return made;
    }

    private List<RdmaDriver> chosenDrivers(Optional<String> chosen) {
        List<RdmaDriver> found = new ArrayList<>();
        drivers.get().forEach(found::add);
        if (chosen.isEmpty()) {
            return found;
        }
        String name = chosen.get();
        List<RdmaDriver> named =
                found.stream().filter(driver -> driver.name().equals(name)).toList();
        if (named.isEmpty()) {
            throw new MissingProviderException(
                    name, found.stream().map(RdmaDriver::name).toList());
        }
        return named;
    }
}
