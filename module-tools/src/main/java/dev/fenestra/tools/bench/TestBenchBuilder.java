package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.Hca;
import dev.fenestra.ib.core.kernel.Host;
import dev.fenestra.ib.core.kernel.HostConfig;
import dev.fenestra.ib.core.spi.RdmaDriver;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** How a {@link TestBench} is put together. */
public final class TestBenchBuilder {
    private static final int FIRST_ADDRESS = 0x0a000001;
    private static final int MAX_HOSTS = 254;

    private List<String> names = List.of("alice", "bob");
    private UnaryOperator<HostConfig> hostConfig = UnaryOperator.identity();
    private UnaryOperator<HcaConfig> hcaConfig = UnaryOperator.identity();
    private Function<Host, List<String>> discovery = Host::discover;
    private long seed;

    TestBenchBuilder() {}

    /** Names the hosts, in place of "alice" and "bob"; the first gets 10.0.0.1, the next 10.0.0.2 and so on. */
    public TestBenchBuilder hosts(String... hostNames) {
        if (hostNames.length < 1 || hostNames.length > MAX_HOSTS) {
            throw new IllegalArgumentException("a bench has 1 to " + MAX_HOSTS + " hosts, not " + hostNames.length);
        }
        if (new HashSet<>(List.of(hostNames)).size() < hostNames.length) {
            throw new IllegalArgumentException("two hosts have one name: " + List.of(hostNames));
        }
        names = List.of(hostNames);
        return this;
    }

    /** Changes the configuration of every host. */
    @SuppressWarnings("exports") // the kernel is exported to uverbs and to the tools only
    public TestBenchBuilder hostConfig(UnaryOperator<HostConfig> change) {
        hostConfig = change;
        return this;
    }

    /** Changes the configuration of every HCA. */
    public TestBenchBuilder hcaConfig(UnaryOperator<HcaConfig> change) {
        hcaConfig = change;
        return this;
    }

    /** Decides everything that is random: the same program with the same seed does the same. */
    public TestBenchBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    /** Looks for drivers with this loader. */
    public TestBenchBuilder drivers(ClassLoader loader) {
        discovery = host -> host.discover(loader);
        return this;
    }

    /** Looks for drivers in this module layer and its parents. */
    public TestBenchBuilder drivers(ModuleLayer layer) {
        discovery = host -> host.discover(layer);
        return this;
    }

    /** Uses these drivers, made anew for each host. */
    public TestBenchBuilder drivers(Supplier<? extends Iterable<RdmaDriver>> drivers) {
        discovery = host -> host.discover(drivers.get());
        return this;
    }

    /**
     * Builds the hosts and lets drivers find their hardware.
     *
     * @throws MissingProviderException when no driver claims it
     */
    public TestBench build() {
        Fabric fabric = new Fabric();
        SequencedMap<String, BenchHost> hosts = new LinkedHashMap<>();
        TestBench bench = new TestBench(fabric, hosts);
        boolean built = false;
        try {
            for (String name : names) {
                hosts.put(name, host(name, hosts.size(), fabric));
            }
            built = true;
            return bench;
        } finally {
            if (!built) {
                bench.close();
            }
        }
    }

    private BenchHost host(String name, int number, Fabric fabric) {
        Hca hca = new Hca(hcaConfig.apply(HcaConfig.ofIpv4(FIRST_ADDRESS + number)), fabric);
        Host kernel = new Host(hostConfig.apply(HostConfig.named(name).withSeed(seed + number)));
        kernel.plug(hca);
        boolean claimed = false;
        try {
            claimed = !discovery.apply(kernel).isEmpty();
        } finally {
            if (!claimed) {
                kernel.close();
                hca.close();
            }
        }
        if (!claimed) {
            throw new MissingProviderException(name);
        }
        return new BenchHost(kernel, hca);
    }
}
