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
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a {@link TestBench}. */
public final class TestBenchBuilder {
    private static final int FIRST_ADDRESS = 0x0a000001;

    private List<String> names = HostNames.usual(2);
    private UnaryOperator<HostConfig> hostConfig = UnaryOperator.identity();
    private BiFunction<String, HcaConfig, HcaConfig> hcaConfig = (_, config) -> config;
    private Supplier<? extends Iterable<RdmaDriver>> drivers = () -> ServiceLoader.load(RdmaDriver.class);
    private @Nullable String provider;
    private FaultPlan faults = FaultPlan.NONE;
    private Supplier<Fabric> fabrics = Fabric::new;
    private boolean wired;
    private boolean isFabricGiven;
    private boolean configuresHcas;
    private @Nullable WindowSupport windows;
    private long seed;

    TestBenchBuilder() {}

    /**
     * Names the hosts, in place of "alice" and "bob". The first gets 10.0.0.1, the next 10.0.0.2 and so on.
     *
     * @param hostNames the names
     * @return this
     */
    public TestBenchBuilder hosts(String... hostNames) {
        names = HostNames.checked(List.of(hostNames));
        return this;
    }

    /**
     * Sets the number of hosts: alice, bob, carol, dave, erin, frank, then host7 and so on.
     *
     * @param count how many
     * @return this
     */
    public TestBenchBuilder hosts(int count) {
        return hosts(HostNames.usual(count).toArray(String[]::new));
    }

    /**
     * Changes the configuration of every host. Changes apply in the order of the calls.
     *
     * @param change returns the changed configuration
     * @return this
     */
    public TestBenchBuilder hostConfig(UnaryOperator<HostConfig> change) {
        UnaryOperator<HostConfig> before = hostConfig;
        hostConfig = config -> change.apply(before.apply(config));
        return this;
    }

    /**
     * Sets an option of the driver on every host, as the environment of a program does, such as
     * {@code MLX5_SCATTER_TO_CQE}.
     *
     * @param name name of the option
     * @param value its value
     * @return this
     */
    public TestBenchBuilder driverOption(String name, String value) {
        return hostConfig(config -> config.withDriverOption(name, value));
    }

    /**
     * Puts the hosts on this fabric, in place of a new one on a virtual clock. Hardware that a driver brings has a wire
     * of its own; a fabric on a real clock asks for such hardware in real time.
     *
     * @param fabric the fabric; its clock may be real
     * @return this
     */
    public TestBenchBuilder fabric(Fabric fabric) {
        fabrics = () -> fabric;
        isFabricGiven = true;
        return this;
    }

    /**
     * Makes the link fail as a plan says. Hardware that a driver brings must have a fabric of hw-sim.
     *
     * @param plan the faults
     * @return this
     */
    public TestBenchBuilder faults(FaultPlan plan) {
        faults = plan;
        return this;
    }

    /**
     * Sends every packet over a wire: as bytes with an ICRC, which the receiver checks. Faults of the link come before
     * the wire. Hardware that a driver brings must have a fabric of hw-sim.
     *
     * @return this
     */
    public TestBenchBuilder wire() {
        wired = true;
        return this;
    }

    /**
     * Changes the configuration of every HCA of hw-sim. Changes apply in the order of the calls. Hardware that a driver
     * brings has no such configuration.
     *
     * @param change returns the changed configuration
     * @return this
     */
    public TestBenchBuilder hcaConfig(UnaryOperator<HcaConfig> change) {
        return hcaConfigs((_, config) -> change.apply(config));
    }

    /**
     * Changes the configuration of HCAs by the name of their host. Changes apply in the order of the calls.
     *
     * @param change takes the name and the configuration, and returns the changed one
     * @return this
     */
    public TestBenchBuilder hcaConfigs(BiFunction<String, HcaConfig, HcaConfig> change) {
        configuresHcas = true;
        return anyHcaConfigs(change);
    }

    /**
     * Does the same if the cards are HCAs of hw-sim. Hardware that a driver brings is not refused; it stays as its
     * driver makes it.
     *
     * @param change takes the name and the configuration, and returns the changed one
     * @return this
     */
    public TestBenchBuilder anyHcaConfigs(BiFunction<String, HcaConfig, HcaConfig> change) {
        BiFunction<String, HcaConfig, HcaConfig> before = hcaConfig;
        hcaConfig = (host, config) -> change.apply(host, before.apply(host, config));
        return this;
    }

    /**
     * Sets the memory windows that the cards offer. HCAs of hw-sim are made so; hardware that a driver brings must
     * announce these.
     *
     * @param support the windows
     * @return this
     */
    public TestBenchBuilder windows(WindowSupport support) {
        windows = support;
        return this;
    }

    /**
     * Sets the seed of everything random. The same program with the same seed does the same.
     *
     * @param newSeed any number
     * @return this
     */
    public TestBenchBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    /**
     * Finds drivers by a class loader.
     *
     * @param loader the loader
     * @return this
     */
    public TestBenchBuilder drivers(ClassLoader loader) {
        return drivers(() -> ServiceLoader.load(RdmaDriver.class, loader));
    }

    /**
     * Finds drivers in a module layer and its parents.
     *
     * @param layer the layer
     * @return this
     */
    public TestBenchBuilder drivers(ModuleLayer layer) {
        return drivers(() -> ServiceLoader.load(layer, RdmaDriver.class));
    }

    /**
     * Uses these drivers.
     *
     * @param newDrivers makes the drivers of one host
     * @return this
     */
    public TestBenchBuilder drivers(Supplier<? extends Iterable<RdmaDriver>> newDrivers) {
        drivers = newDrivers;
        return this;
    }

    /**
     * Uses one driver of those that are found. If the driver brings hardware of its own, the hosts get that.
     *
     * @param driverName name of the driver
     * @return this
     */
    public TestBenchBuilder provider(String driverName) {
        provider = driverName;
        return this;
    }

    /**
     * Builds the hosts. Each driver claims the hardware that it knows.
     *
     * @return the bench, to be closed
     * @throws MissingProviderException when there is no driver of the name set by {@link #provider}, or none claims the
     *     hardware
     * @throws IllegalArgumentException when the hardware that the driver brings cannot do what was asked for: faults, a
     *     wire, a fabric, a configuration of HCAs, windows
     */
    public TestBench build() {
        Fabric given = fabrics.get();
        BenchHardware hardware = hardware(given);
        SequencedMap<String, BenchHost> hosts = new LinkedHashMap<>();
        TestBenchBuilder same = copy();
        TestBench bench = new TestBench(
                hardware, hosts, seed, change -> same.copy().hostConfig(change).build());
        boolean built = false;
        try {
            hardware.demand(wishes(given));
            hardware.fabric().ifPresent(this::prepare);
            for (String name : names) {
                hosts.put(name, host(name, hosts.size(), hardware));
            }
            hosts.values().forEach(host -> hardware.demand(host.kernel(), Optional.ofNullable(windows)));
            built = true;
            return bench;
        } finally {
            if (!built) {
                bench.close();
            }
        }
    }

    private void prepare(Fabric fabric) {
        if (!faults.equals(FaultPlan.NONE)) {
            fabric.through(new FaultStage(faults));
        }
        if (wired) {
            fabric.through(new WireStage());
        }
    }

    private Wishes wishes(Fabric given) {
        return new Wishes(configuresHcas, isFabricGiven && !given.isRealTime(), !faults.equals(FaultPlan.NONE), wired);
    }

    /** The same, but for the fabric: addresses of one bench are taken on the fabric of the other. */
    private TestBenchBuilder copy() {
        TestBenchBuilder copy = new TestBenchBuilder();
        copy.names = names;
        copy.hostConfig = hostConfig;
        copy.hcaConfig = hcaConfig;
        copy.drivers = drivers;
        copy.provider = provider;
        copy.faults = faults;
        copy.wired = wired;
        copy.configuresHcas = configuresHcas;
        copy.windows = windows;
        copy.seed = seed;
        return copy;
    }

    private BenchHardware hardware(Fabric fabric) {
        if (provider == null) {
            return hcas(fabric);
        }
        RdmaDriver driver = chosenDrivers().getFirst();
        Optional<HardwareModel> model = driver.hardwareModel(seed);
        if (model.isPresent() && fabric.isRealTime()) {
            model.get().close();
            model = driver.realTimeModel(seed);
            if (model.isEmpty()) {
                throw new IllegalArgumentException("the hardware of " + provider + " does not run in real time");
            }
        }
        return model.<BenchHardware>map(own -> new ForeignHardware(driver.name(), own))
                .orElseGet(() -> hcas(fabric));
    }

    private BenchHardware hcas(Fabric fabric) {
        WindowSupport asked = windows;
        return new HcaHardware(
                asked == null
                        ? hcaConfig
                        : (host, config) -> hcaConfig.apply(host, config).withWindows(asked),
                fabric);
    }

    private BenchHost host(String name, int number, BenchHardware hardware) {
        Object card = hardware.newCard(name, FIRST_ADDRESS + number);
        Host kernel = new Host(hostConfig.apply(HostConfig.named(name).withSeed(seed + number)));
        kernel.plug(card);
        boolean claimed = false;
        try {
            claimed = !kernel.discover(chosenDrivers()).isEmpty();
        } finally {
            if (!claimed) {
                kernel.close();
            }
        }
        if (!claimed) {
            throw new MissingProviderException(name);
        }
        return new BenchHost(kernel, card);
    }

    private List<RdmaDriver> chosenDrivers() {
        List<RdmaDriver> found = new ArrayList<>();
        drivers.get().forEach(found::add);
        if (provider == null) {
            return found;
        }
        List<RdmaDriver> named =
                found.stream().filter(driver -> driver.name().equals(provider)).toList();
        if (named.isEmpty()) {
            throw new MissingProviderException(
                    provider, found.stream().map(RdmaDriver::name).toList());
        }
        return named;
    }
}
