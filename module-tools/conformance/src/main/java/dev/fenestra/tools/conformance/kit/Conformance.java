package dev.fenestra.tools.conformance.kit;

import dev.fenestra.ib.core.spi.Deviation;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.ConformanceSuite;
import dev.fenestra.tools.conformance.cases.CaseGroup;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.cases.PublishedNames;
import dev.fenestra.tools.conformance.guard.Guard;
import dev.fenestra.tools.conformance.guard.Watchdog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs the kit: every case that the device can run, then random programs beside the model.
 *
 * {@snippet lang = java :
 * ConformanceReport report = Conformance.run("mine", TestBench::twoHosts, ConformanceOptions.DEFAULT);
 * Set<String> guilty = report.failedRules(); // "B12", "A7", ...
 * }
 */
public final class Conformance {
    private final String provider;
    private final BenchFactory benches;
    private final ConformanceOptions options;
    private final ConformanceSuite suite;
    /** No case is about the selected rule. It belongs to a vendor, and the cases that it refuses count. */
    private final boolean isVendorRule;
    /** Results of cases that have a second name, by the id of the case. */
    private final Map<String, CaseResult> named = new ConcurrentHashMap<>();
    /** Is shown the hosts on which what the oracle found happens once more. */
    private @Nullable Consumer<TestBench> watching;

    private Consumer<LongSupplier> counting = _ -> {};

    private Conformance(String provider, BenchFactory benches, ConformanceOptions options) {
        this.provider = provider;
        this.benches = benches;
        this.options = options;
        suite = new ConformanceSuite(benches, options.seed());
        isVendorRule = ConformanceCases.all().stream().noneMatch(options::selects);
    }

    /**
     * The kit for hosts, to be run piece by piece.
     *
     * @param provider its name in reports
     * @param benches builds the hosts of each case
     * @param options what to run
     * @return the kit
     */
    public static Conformance of(String provider, BenchFactory benches, ConformanceOptions options) {
        return new Conformance(provider, benches, options);
    }

    /**
     * Runs the kit against the device of these hosts.
     *
     * @param provider its name in reports
     * @param benches builds the hosts of each case
     * @param options what to run
     * @return the results
     */
    public static ConformanceReport run(String provider, BenchFactory benches, ConformanceOptions options) {
        return of(provider, benches, options).run(_ -> {});
    }

    /**
     * Shows what the oracle finds: the shortest program in which device and model differ runs once more.
     *
     * @param watcher is given its hosts, before anything happens on them
     * @return this
     */
    public Conformance showing(Consumer<TestBench> watcher) {
        watching = watcher;
        return this;
    }

    /**
     * Shows how far the oracle is.
     *
     * @param watcher is given a count of its verbs before it begins, which any thread may read
     * @return this
     */
    public Conformance counting(Consumer<LongSupplier> watcher) {
        counting = watcher;
        return this;
    }

    /**
     * Runs one case. A case that is another one by a published name runs once for both names.
     *
     * @param one the case
     * @return its result
     */
    public CaseResult run(ConformanceCase one) {
        CaseResult known = one.alias().map(named::get).orElse(null);
        if (known != null) {
            return known.as(one);
        }
        CaseResult result = Deviations.apply(suite.run(one), options.deviations());
        one.alias().ifPresent(id -> named.put(id, result));
        if (PublishedNames.has(one.id())) {
            named.put(one.id(), result);
        }
        return result;
    }

    /**
     * Runs all selected cases and the oracle.
     *
     * @param listener is told the result of each case when it ends
     * @return the results
     */
    public ConformanceReport run(Consumer<CaseResult> listener) {
        List<GroupResult> groups = new ArrayList<>();
        for (CaseGroup group : ConformanceCases.groups()) {
            List<CaseResult> results = new ArrayList<>();
            for (ConformanceCase one :
                    group.cases().stream().filter(this::isWanted).toList()) {
                CaseResult result = run(one);
                if (isVendorRule
                        && !Participants.of(result).contains(options.rule().orElseThrow())) {
                    continue;
                }
                listener.accept(result);
                results.add(result);
            }
            if (!results.isEmpty()) {
                groups.add(new GroupResult(group.title(), results));
            }
        }
        Optional<OracleResult> oracle = oracle();
        List<Deviation> unshown = unshown(groups).stream()
                .filter(declared ->
                        oracle.stream().noneMatch(result -> result.declared().contains(declared)))
                .toList();
        return new ConformanceReport(provider, device(), options.seed(), groups, oracle, unshown);
    }

    /**
     * Runs the oracle.
     *
     * @return its result; empty when the options ask for no verbs
     * @throws MissingOracleException when the options ask for some and no oracle is on the path
     */
    public Optional<OracleResult> oracle() {
        return options.oracleVerbs() == 0 || options.rule().isPresent()
                ? Optional.empty()
                : Optional.of(OracleCheck.onPath().run(task()));
    }

    /**
     * Runs the oracle until device and model differ, and no further: the program is not made shorter.
     *
     * @return topic, what was expected and what was seen; empty when they agree, or differ as declared
     * @throws MissingOracleException when no oracle is on the path
     */
    public Optional<String> difference() {
        return OracleCheck.onPath().difference(task());
    }

    private OracleTask task() {
        return new OracleTask(
                benches,
                options.seed(),
                options.oracleVerbs(),
                options.deviations(),
                Optional.ofNullable(watching),
                counting);
    }

    private boolean isWanted(ConformanceCase one) {
        return isVendorRule || options.selects(one);
    }

    /** The report has all that failed before, so a device that does not even open is no exception here. */
    private String device() {
        return Watchdog.isCrowded()
                ? "unknown"
                : new Watchdog(ConformanceSuite.PATIENCE)
                        .watch("device", () -> Guard.run(this::announced, thrown -> "unknown: " + thrown))
                        .orElse("unknown: it does not open");
    }

    private String announced() {
        try (TestBench bench = benches.build(options.seed())) {
            DeviceAttributes device = bench.host("bob").open().deviceAttributes();
            return String.format(
                    "vendor 0x%x, part 0x%x, transports %s, windows %s, atomics %s",
                    device.vendorId(),
                    device.vendorPartId(),
                    device.transports().stream().sorted().toList(),
                    device.memoryWindows(),
                    device.atomicCap());
        }
    }

    /** A case of the rule was run, not skipped, and no case needed the deviation as an excuse. */
    private List<Deviation> unshown(List<GroupResult> groups) {
        List<CaseResult> run = groups.stream()
                .flatMap(group -> group.results().stream())
                .filter(result -> !(result instanceof CaseResult.Skipped))
                .toList();
        Set<String> tried = run.stream()
                .flatMap(result -> result.of().rules().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<Deviation> shown = run.stream()
                .filter(CaseResult.Deviated.class::isInstance)
                .flatMap(result -> ((CaseResult.Deviated) result).declared().stream())
                .toList();
        return options.deviations().stream()
                .filter(declared -> !shown.contains(declared))
                .filter(declared -> options.rule().isEmpty() || tried.contains(declared.ruleId()))
                .toList();
    }
}
