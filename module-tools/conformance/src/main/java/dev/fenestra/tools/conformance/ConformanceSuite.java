package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.guard.Guard;
import dev.fenestra.tools.conformance.guard.Watchdog;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Runs cases against the provider that a factory's hosts are built with.
 *
 * {@snippet lang = java :
 * List<CaseResult> results = new ConformanceSuite(TestBench::twoHosts).run(ConformanceCases.all(), one -> true);
 * }
 */
public final class ConformanceSuite {
    /** Wall time that a case may take: far longer than any does, on any machine. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private final BenchFactory factory;
    private final long seed;
    private final CaseMemory kind;
    private final Watchdog watchdog;
    private final Consumer<TestBench> watcher;

    /**
     * Runs cases on hosts of seed 0.
     *
     * @param factory builds the hosts of each case
     */
    public ConformanceSuite(BenchFactory factory) {
        this(factory, 0);
    }

    /**
     * Runs cases on hosts of any seed.
     *
     * @param factory builds the hosts of each case
     * @param seed of the hosts of every case
     */
    public ConformanceSuite(BenchFactory factory, long seed) {
        this(factory, seed, CaseMemory.PINNED);
    }

    private ConformanceSuite(BenchFactory factory, long seed, CaseMemory kind) {
        this(factory, seed, kind, PATIENCE);
    }

    /**
     * @param patience wall time that a case may take
     */
    ConformanceSuite(BenchFactory factory, long seed, CaseMemory kind, Duration patience) {
        this(factory, seed, kind, new Watchdog(patience), _ -> {});
    }

    /**
     * @param watcher is given the hosts of each case before anything happens on them
     */
    private ConformanceSuite(
            BenchFactory factory, long seed, CaseMemory kind, Watchdog watchdog, Consumer<TestBench> watcher) {
        this.factory = factory;
        this.seed = seed;
        this.kind = kind;
        this.watchdog = watchdog;
        this.watcher = watcher;
    }

    /**
     * The same cases over regions that are paged on demand. Their hosts swap every page out whenever a program waits.
     *
     * @return another suite
     */
    public ConformanceSuite paged() {
        return new ConformanceSuite(factory, seed, CaseMemory.PAGED);
    }

    /**
     * The same cases with their hosts watched. A case may have several sets of hosts; the last one is that on which its
     * program ran.
     *
     * @param eye is given the hosts of each case before anything happens on them
     * @return another suite
     */
    public ConformanceSuite watchedBy(Consumer<TestBench> eye) {
        return new ConformanceSuite(factory, seed, kind, watchdog, eye);
    }

    /**
     * Runs cases in order, each on hosts of its own.
     *
     * @param cases the cases
     * @param filter selects the cases to run
     * @return the results of those
     */
    public List<CaseResult> run(List<ConformanceCase> cases, Predicate<ConformanceCase> filter) {
        return cases.stream().filter(filter).map(this::run).toList();
    }

    /**
     * What the device offers, or lacks, by its own announcement.
     *
     * @return the requirements that are met
     */
    public Set<Requirement> met() {
        try (TestBench hosts = factory.build(seed)) {
            CaseHost bob = new CaseBench(hosts, kind).bob();
            return Arrays.stream(Requirement.values())
                    .filter(need -> need.isMetBy(bob))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * Runs one case. A case that does not end fails by its own name, and so does one that ends with an exception. When
     * several have not ended and their threads are still busy, the case is skipped.
     *
     * @param one the case
     * @return its result
     */
    public CaseResult run(ConformanceCase one) {
        if (Watchdog.isCrowded()) {
            return new CaseResult.Skipped(
                    one, Watchdog.MOST_LEFT + " others have not ended, and their threads are still busy");
        }
        return watchdog.watch("case " + one.id(), () -> Guard.run(() -> judge(one), thrown -> failed(one, thrown)))
                .orElseGet(() -> new CaseResult.Failed(
                        one,
                        one.atFault(),
                        "an end of the case",
                        "none after " + watchdog.patience().toSeconds() + " s"));
    }

    /** Not even the hosts of the case could be set up, or torn down. */
    private static CaseResult failed(ConformanceCase one, Throwable thrown) {
        return thrown instanceof VerbsException refused
                ? new CaseResult.Failed(
                        one, atFault(one, refused, Set.of(refused.rule().id())), "no refusal", refused.toString())
                : surprised(one, one.atFault(), thrown);
    }

    private static CaseResult surprised(ConformanceCase one, Set<String> rules, Throwable thrown) {
        return new CaseResult.Failed(one, rules, "no exception", thrown.toString(), Set.of(), Optional.of(thrown));
    }

    private CaseResult judge(ConformanceCase one) {
        try (TestBench hosts = factory.build(seed)) {
            watcher.accept(hosts);
            CaseBench bench = new CaseBench(hosts, kind);
            Optional<Requirement> missing = missing(one, bench.bob());
            return missing.map(lack -> lacks(one, lack)).orElseGet(() -> runOnItsHosts(one, hosts, bench));
        }
    }

    private CaseResult runOnItsHosts(ConformanceCase one, TestBench hosts, CaseBench bench) {
        if (one.needs().contains(Requirement.CONFIDENTIAL)) {
            return runOnGuests(one, hosts);
        }
        if (one.needs().contains(Requirement.LAST_WORD)) {
            try (TestBench blind = hosts.alike(HostConfig::withBlindKernel)) {
                watcher.accept(blind);
                return run(one, new CaseBench(blind, kind));
            }
        }
        return run(one, bench);
    }

    /** No flag announces whether a provider has queues for such guests, so the suite tries to create one. */
    private CaseResult runOnGuests(ConformanceCase one, TestBench hosts) {
        try (TestBench guests = hosts.alike(HostConfig::asConfidentialGuest)) {
            watcher.accept(guests);
            CaseBench bench;
            try {
                bench = new CaseBench(guests, CaseMemory.SHARED);
            } catch (VerbsException refused) {
                if (refused.errno() != Errno.EOPNOTSUPP) {
                    throw refused;
                }
                return new CaseResult.Skipped(one, "the device lacks: queues for confidential guests");
            }
            return run(one, bench);
        }
    }

    private static CaseResult run(ConformanceCase one, CaseBench bench) {
        Transcript seen = bench.expect().transcript();
        try {
            one.body().run(bench);
        } catch (CaseSkippedException reason) {
            return new CaseResult.Skipped(one, String.valueOf(reason.getMessage()));
        } catch (CaseFailedException failed) {
            return needsConnections(failed.refusedBy(), bench)
                    .map(need -> lacks(one, need))
                    .orElseGet(() -> new CaseResult.Failed(
                            one, atFault(one, bench), failed.expected(), failed.seen(), failed.refusedBy()));
        } catch (VerbsException refused) {
            Optional<Requirement> needed =
                    needsConnections(Set.of(refused.rule().id()), bench);
            if (needed.isPresent()) {
                return lacks(one, needed.get());
            }
            return exhausted(refused, bench)
                    .<CaseResult>map(limit -> new CaseResult.Skipped(one, String.valueOf(limit.getMessage())))
                    .orElseGet(() -> new CaseResult.Failed(
                            one,
                            atFault(one, refused, atFault(one, bench)),
                            "no refusal",
                            refused.toString(),
                            Set.of(refused.rule().id())));
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError surprise) {
            return surprised(one, atFault(one, bench), surprise);
        }
        if (bench.wire().hasMissed()) {
            return new CaseResult.Skipped(one, "the wire has no such messages");
        }
        TreeSet<String> notBroken = new TreeSet<>(one.rules());
        notBroken.removeAll(seen.brokenRules());
        if (!notBroken.isEmpty()) {
            return new CaseResult.Failed(one, notBroken, "refusals by " + notBroken, "none");
        }
        return new CaseResult.Passed(one, seen.answers(), bench.expect().refusals(), seen.vendorErrors());
    }

    private static CaseResult lacks(ConformanceCase one, Requirement need) {
        return new CaseResult.Skipped(one, "the device lacks: " + need.text());
    }

    /** Most cases need RC without saying so. A device that does not announce it refuses their first QP. */
    private static Optional<Requirement> needsConnections(Set<String> refusedBy, CaseBench bench) {
        boolean isRefused = refusedBy.contains(QueueRule.QP_TYPE.id());
        return isRefused && !Requirement.RC.isMetBy(bench.bob()) ? Optional.of(Requirement.RC) : Optional.empty();
    }

    /** A device that has as many objects of a kind as it announces may refuse one more. */
    private static Optional<LimitException> exhausted(VerbsException refused, CaseBench bench) {
        return refused.errno() != Errno.ENOMEM
                ? Optional.empty()
                : bench.bob().exhausted().or(() -> bench.alice().exhausted());
    }

    /** A device that announces a capability must offer it. The rule at fault is that of the most special capability. */
    private static Set<String> atFault(ConformanceCase one, VerbsException refused, Set<String> otherwise) {
        if (refused.errno() != Errno.EOPNOTSUPP) {
            return otherwise;
        }
        return Set.of(one.announced().id());
    }

    private static Set<String> atFault(ConformanceCase one, CaseBench bench) {
        Transcript seen = bench.expect().transcript();
        if (!seen.demanded().isEmpty()) {
            return seen.demanded();
        }
        Set<String> surplus =
                bench.expect().refusals().stream().map(Refusal::ruleId).collect(Collectors.toCollection(TreeSet::new));
        surplus.removeAll(seen.brokenRules());
        if (!surplus.isEmpty()) {
            return surplus;
        }
        return one.atFault();
    }

    private static Optional<Requirement> missing(ConformanceCase one, CaseHost host) {
        return one.needs().stream().sorted().filter(need -> !need.isMetBy(host)).findFirst();
    }
}
