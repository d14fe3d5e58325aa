package dev.fenestra.tools.conformance.kit;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A provider as ServiceLoader finds it, ready for the kit. */
public final class ProviderUnderTest {
    private final RdmaDriver driver;
    private final Supplier<? extends Iterable<RdmaDriver>> loader;

    private ProviderUnderTest(RdmaDriver driver, Supplier<? extends Iterable<RdmaDriver>> loader) {
        this.driver = driver;
        this.loader = loader;
    }

    /**
     * The provider of an existing driver.
     *
     * @param driver the driver
     * @return the provider
     */
    public static ProviderUnderTest of(RdmaDriver driver) {
        return new ProviderUnderTest(driver, () -> List.of(driver));
    }

    /**
     * All providers on the path of this program.
     *
     * @return the providers, in the order they are found
     */
    public static List<ProviderUnderTest> onPath() {
        return all(() -> ServiceLoader.load(RdmaDriver.class));
    }

    /**
     * All providers on the path of this program or in other places. Those are loaded in a module layer of their own.
     *
     * @param places module jars, folders of classes, or folders of either
     * @return the providers
     * @throws FindException when a place holds no module
     */
    public static List<ProviderUnderTest> in(List<Path> places) {
        ModuleLayer layer = layer(places);
        return all(() -> ServiceLoader.load(layer, RdmaDriver.class));
    }

    private static List<ProviderUnderTest> all(Supplier<? extends Iterable<RdmaDriver>> loader) {
        List<ProviderUnderTest> found = new ArrayList<>();
        loader.get().forEach(driver -> found.add(new ProviderUnderTest(driver, loader)));
        return List.copyOf(found);
    }

    private static ModuleLayer layer(List<Path> places) {
        ModuleLayer own = ProviderUnderTest.class.getModule().getLayer();
        ModuleLayer parent = own == null ? ModuleLayer.boot() : own;
        ModuleFinder finder = ModuleFinder.of(places.toArray(Path[]::new));
        Set<String> names = finder.findAll().stream()
                .map(module -> module.descriptor().name())
                .filter(name -> parent.findModule(name).isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        Configuration configuration = parent.configuration().resolve(finder, ModuleFinder.of(), names);
        return parent.defineModulesWithOneLoader(configuration, RdmaDriver.class.getClassLoader());
    }

    /** {@return the driver's name} */
    public String name() {
        return driver.name();
    }

    /** {@return the driver, as it was found} */
    public RdmaDriver driver() {
        return driver;
    }

    /** {@return the module that the driver is in; unnamed on the class path} */
    public Module module() {
        return driver.getClass().getModule();
    }

    /** {@return whether its cards lie on a fabric of hw-sim, on which tools can spoil packets} */
    public boolean isOnAFabric() {
        Optional<HardwareModel> own = driver.hardwareModel(0);
        if (own.isEmpty()) {
            return true;
        }
        try (HardwareModel model = own.get()) {
            return model.wire().filter(Fabric.class::isInstance).isPresent();
        }
    }

    /**
     * Whether the driver has a rule, of the specification or of its own.
     *
     * @param id id of the rule
     * @return whether it has
     */
    public boolean hasRule(String id) {
        return driver.rules().stream().anyMatch(rule -> rule.id().equals(id));
    }

    /**
     * Builds hosts with this provider alone, and with the hardware that it brings.
     *
     * @return a builder
     */
    public TestBenchBuilder bench() {
        return hosts().provider(name());
    }

    /**
     * Begins hosts that find its driver, and those of the class loader's parents.
     *
     * @return a builder
     */
    public TestBenchBuilder hosts() {
        return TestBench.builder().drivers(loader);
    }

    /**
     * Builds the hosts of cases.
     *
     * @return what the kit builds them with
     */
    public BenchFactory benches() {
        return new Benches(this);
    }

    /**
     * The kit for this provider. Deviations that the driver declares count as declared.
     *
     * @param options what to run
     * @return the kit
     */
    public Conformance kit(ConformanceOptions options) {
        return Conformance.of(name(), benches(), options.withDeviations(driver.deviations()));
    }

    /** Hosts with a provider alone, also as text. */
    private record Benches(ProviderUnderTest provider) implements BenchFactory {
        @Override
        public TestBench build(long seed) {
            return provider.bench().seed(seed).build();
        }

        @Override
        public String expression(long seed) {
            return "TestBench.builder().provider(\"" + provider.name() + "\").seed(" + seed + "L).build()";
        }
    }
}
