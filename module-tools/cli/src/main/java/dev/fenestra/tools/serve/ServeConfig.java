package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Json;
import dev.fenestra.tools.input.Whole;
import dev.fenestra.tools.observe.faults.FaultPlanJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The description of a server's hosts, as JSON. All members are optional but {@code name}:
 *
 * {@snippet lang = json :
 * {
 *   "provider": "mlx5",
 *   "seed": 1,
 *   "hosts": [
 *     {
 *       "name": "alice",
 *       "provider": "mlx5",
 *       "windows": "types_1_and_2a",
 *       "paging": "ranges",
 *       "iommu": true,
 *       "memory_bytes": 8589934592,
 *       "lock_limit_bytes": 65536,
 *       "keys": "sequential",
 *       "key_seed": 7,
 *       "link": "up",
 *       "driver_options": {"MLX5_SCATTER_TO_CQE": "0"}
 *     }
 *   ],
 *   "faults": {"rates": {"drop": 0.01}}
 * }
 * }
 *
 * <p>Without such a file the hosts are alice and bob. docs/real-programs.md says what each member means.
 *
 * @param provider name of the driver of all hosts that name no other
 * @param seed decides everything that is random on the hosts
 * @param hosts in the order of their addresses, 10.0.0.1 and so on
 * @param faults what goes wrong on the link, in the format of {@link FaultPlanJson}
 */
public record ServeConfig(
        @Nullable String provider,
        @Whole(orText = true) @Nullable Long seed,
        @Nullable List<HostEntry> hosts,
        FaultPlanJson.@Nullable Plan faults) {
    private static final int MOST_HOSTS = 254;

    /** {@link IllegalArgumentException} for no host, too many hosts, or two hosts of one name. */
    public ServeConfig {
        if (hosts != null) {
            hosts = List.copyOf(hosts);
            if (hosts.isEmpty() || hosts.size() > MOST_HOSTS) {
                throw new IllegalArgumentException("a server has 1 to " + MOST_HOSTS + " hosts, not " + hosts.size());
            }
            long names = hosts.stream().map(HostEntry::name).distinct().count();
            if (names < hosts.size()) {
                throw new IllegalArgumentException("two hosts have one name");
            }
        }
    }

    /** Hosts alice and bob. */
    public static ServeConfig usual() {
        return new ServeConfig(null, null, null, null);
    }

    /** Reads a file's text; {@link InputException} says where it is not of the format. */
    public static ServeConfig read(String text) throws InputException {
        return Json.read(text, ServeConfig.class);
    }

    /** The same for hosts of these names. Descriptions of other hosts are ignored. */
    public ServeConfig withHosts(List<String> names) {
        List<HostEntry> known = entries();
        List<HostEntry> chosen = names.stream()
                .map(name -> known.stream()
                        .filter(entry -> entry.name().text().equals(name))
                        .findFirst()
                        .orElseGet(() -> HostEntry.named(name)))
                .toList();
        return new ServeConfig(provider, seed, chosen, faults);
    }

    /** The names of the drivers that hosts are to have, in their order. */
    public List<String> providers() {
        return entries().stream()
                .map(entry -> entry.provider() == null ? provider : entry.provider())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    public ServeConfig withProvider(String name) {
        return new ServeConfig(name, seed, hosts, faults);
    }

    /** The same hosts with other faults of the link. */
    public ServeConfig withFaults(FaultPlan plan) {
        return new ServeConfig(provider, seed, hosts, FaultPlanJson.Plan.of(plan));
    }

    /** Names of the hosts, in order. */
    public List<String> names() {
        return entries().stream().map(entry -> entry.name().text()).toList();
    }

    public FaultPlan plan() {
        return faults == null ? FaultPlan.NONE : faults.plan();
    }

    private List<HostEntry> entries() {
        return hosts == null ? List.of(HostEntry.named("alice"), HostEntry.named("bob")) : hosts;
    }

    /**
     * Makes the hosts.
     *
     * @param hardware begins them, with the drivers that were found
     */
    public TestBenchBuilder bench(TestBenchBuilder hardware) {
        Map<String, HostEntry> byName = new LinkedHashMap<>();
        entries().forEach(entry -> byName.put(entry.name().text(), entry));
        TestBenchBuilder builder = hardware.hosts(byName.keySet().toArray(String[]::new))
                .seed(seed == null ? 0 : seed)
                .faults(plan())
                .hostConfig(config -> changed(byName, config.name(), config, HostEntry::host))
                .anyHcaConfigs((host, config) -> changed(byName, host, config, HostEntry::card));
        for (HostEntry entry : entries()) {
            String own = entry.provider();
            if (own != null) {
                builder.provider(entry.name().text(), own);
            }
        }
        return provider == null ? builder : builder.provider(provider);
    }

    private static <C> C changed(
            Map<String, HostEntry> entries, String host, C config, BiFunction<HostEntry, C, C> change) {
        HostEntry entry = entries.get(host);
        return entry == null ? config : change.apply(entry, config);
    }

    /**
     * Checks that cards are as described, and unplugs the cables of ports whose link is described as down.
     *
     * @param bench of {@link #bench}
     * @throws IllegalArgumentException when a card has no such thing; the message names the member
     */
    public void applyTo(TestBench bench) {
        for (HostEntry entry : entries()) {
            BenchHost host = bench.host(entry.name().text());
            entry.check(host);
            if (entry.isDown()) {
                host.port(1).down();
            }
        }
    }
}
