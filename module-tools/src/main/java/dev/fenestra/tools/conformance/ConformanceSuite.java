package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.tools.bench.TestBench;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Runs cases against the provider that a factory's hosts are built with.
 *
 * {@snippet lang = java :
 * List<CaseResult> results = new ConformanceSuite(TestBench::twoHosts).run(ConformanceCases.all(), one -> true);
 * }
 */
public final class ConformanceSuite {
    private final BenchFactory factory;

    public ConformanceSuite(BenchFactory factory) {
        this.factory = factory;
    }

    /** Runs the cases that the filter lets through, in order, each on hosts of its own. */
    public List<CaseResult> run(List<ConformanceCase> cases, Predicate<ConformanceCase> filter) {
        return cases.stream().filter(filter).map(this::run).toList();
    }

    public CaseResult run(ConformanceCase one) {
        try (TestBench hosts = factory.build()) {
            CaseBench bench = new CaseBench(hosts);
            Optional<Requirement> missing = missing(one, bench.bob().context().deviceAttributes());
            return missing.<CaseResult>map(lack -> new CaseResult.Skipped(one, "the device lacks: " + lack.text()))
                    .orElseGet(() -> run(one, bench));
        }
    }

    private static CaseResult run(ConformanceCase one, CaseBench bench) {
        try {
            one.body().run(bench);
        } catch (CaseFailedException failed) {
            return new CaseResult.Failed(one, failed.expected(), failed.seen());
        } catch (RuntimeException surprise) {
            return new CaseResult.Failed(one, "no exception", surprise.toString());
        }
        TreeSet<String> notBroken = new TreeSet<>(one.rules());
        notBroken.removeAll(bench.transcript().brokenRules());
        if (!notBroken.isEmpty()) {
            return new CaseResult.Failed(one, "refusals by " + notBroken, "none");
        }
        Transcript seen = bench.transcript();
        return new CaseResult.Passed(one, seen.answers(), bench.refusals(), seen.vendorErrors());
    }

    private static Optional<Requirement> missing(ConformanceCase one, DeviceAttributes device) {
        return one.needs().stream().filter(need -> !need.isMetBy(device)).findFirst();
    }
}
