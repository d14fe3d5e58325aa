package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a {@link TestBench}. */
public final class TestBenchBuilder {
    private List<String> names = HostNames.usual(2);
    private UnaryOperator<HostConfig> hostConfig = UnaryOperator.identity();
    private BiFunction<String, HcaConfig, HcaConfig> hcaConfig = (_, config) -> config;
    private Supplier<? extends Iterable<RdmaDriver>> drivers = () -> ServiceLoader.load(RdmaDriver.class);
    private @Nullable String provider;
    private final Map<String, String> providers = new LinkedHashMap<>();
    private final Map<String, Gid> addresses = new LinkedHashMap<>();
    private FaultPlan faults = FaultPlan.NONE;
    private @Nullable Fabric fabric;
    private boolean wired;
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
        hostConfig = BenchPlan.inOrder(hostConfig, change);
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
     * @param onThis the fabric; its clock may be real
     * @return this
     */
    public TestBenchBuilder fabric(Fabric onThis) {
        fabric = onThis;
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
     * Uses one driver of those that are found on one host, whatever the others have. Cards of several drivers share a
     * fabric of hw-sim.
     *
     * @param host name of the host
     * @param driverName name of the driver
     * @return this
     */
    public TestBenchBuilder provider(String host, String driverName) {
        providers.put(host, driverName);
        return this;
    }

    /**
     * Gives the card of a host its only address, in place of 10.0.0.1 and so on.
     *
     * @param host name of the host
     * @param gid the address
     * @return this
     */
    public TestBenchBuilder address(String host, Gid gid) {
        addresses.put(host, gid);
        return this;
    }

    /**
     * Builds the hosts. Each driver claims the hardware that it knows.
     *
     * @return the bench, to be closed
     * @throws MissingProviderException when there is no driver of the name set by {@link #provider}, or none claims the
     *     hardware
     * @throws IllegalArgumentException when the hardware that the driver brings cannot do what was asked for: faults, a
     *     wire, a fabric, a configuration of HCAs, windows; or when the cards of two drivers have no wire in common
     */
    public TestBench build() {
        BenchPlan plan = new BenchPlan(
                names,
                hcaConfig,
                configuresHcas,
                drivers,
                Optional.ofNullable(provider),
                Map.copyOf(providers),
                Map.copyOf(addresses),
                faults,
                wired,
                Optional.ofNullable(windows),
                seed);
        return plan.build(Optional.ofNullable(fabric), hostConfig);
    }
}
