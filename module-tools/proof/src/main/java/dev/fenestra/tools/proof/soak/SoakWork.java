package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.campaign.Finding;
import dev.fenestra.tools.proof.campaign.Identity;
import dev.fenestra.tools.proof.campaign.ItemResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The soak as a campaign. An item is a hundred plans, on a few programs. */
public final class SoakWork implements CampaignWork {
    /** Plans of one item. */
    static final int ITEM_PLANS = 100;

    private static final String PLANS = "plans";

    private final Identity identity;
    private final OptionalLong plans;
    private final Supplier<Soak> soaks;
    private final LongFunction<SoakProgram> programs;
    private final Function<FaultPlan, String> text;

    /**
     * @param version of the program
     * @param provider its name and the hosts with its device; empty for those of hw-sim
     * @param seed of the first plan
     * @param plans how many; empty for an open campaign
     * @param text of a plan, as it can be read again
     */
    public SoakWork(
            String version, Optional<Hosts> provider, long seed, OptionalLong plans, Function<FaultPlan, String> text) {
        this(
                identity(version, provider.map(Hosts::name), seed, plans),
                plans,
                () -> provider.map(hosts -> new Soak(hosts.builder().get())).orElseGet(Soak::new),
                SoakProgram::random,
                text);
    }

    /** With programs of one's own. */
    SoakWork(
            Identity identity,
            OptionalLong plans,
            Supplier<Soak> soaks,
            LongFunction<SoakProgram> programs,
            Function<FaultPlan, String> text) {
        this.identity = identity;
        this.plans = plans;
        this.soaks = soaks;
        this.programs = programs;
        this.text = text;
    }

    /**
     * Hosts with the device of a provider.
     *
     * @param name of the provider
     * @param builder makes a new pair each time
     */
    public record Hosts(String name, Supplier<TestBenchBuilder> builder) {}

    static Identity identity(String version, Optional<String> provider, long seed, OptionalLong plans) {
        Map<String, String> options = new TreeMap<>();
        provider.ifPresent(name -> options.put("--provider", name));
        @Nullable Long items = null;
        if (plans.isPresent()) {
            options.put("--plans", Long.toString(plans.getAsLong()));
            items = Math.ceilDiv(plans.getAsLong(), (long) ITEM_PLANS);
        }
        return new Identity("soak", version, seed, items, options);
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String unit() {
        return PLANS;
    }

    /** An item has hosts of its own, so that what a defect leaves on them is not met by the next one. */
    @Override
    public Worker worker() {
        return this::run;
    }

    @Override
    public String repeat(long item) {
        return "./fenestra soak --seed " + first(item) + " --plans " + count(item);
    }

    private long first(long item) {
        return identity.seed() + item * ITEM_PLANS;
    }

    private long count(long item) {
        return plans.isPresent() ? Math.min(ITEM_PLANS, plans.getAsLong() - item * ITEM_PLANS) : ITEM_PLANS;
    }

    private ItemResult run(long item) {
        long first = first(item);
        long count = count(item);
        try (Soak soak = soaks.get()) {
            List<SoakFailure> failures = failures(soak, first, count);
            Map<String, Long> counts = Map.of(PLANS, soak.plans(), "packets", soak.packets());
            return new ItemResult(counts, findings(soak, failures));
        }
    }

    /** All that fails: after a failure the next plan is run, or the next program when it fails by itself. */
    private List<SoakFailure> failures(Soak soak, long first, long count) {
        List<SoakFailure> failures = new ArrayList<>();
        long next = first;
        while (next < first + count) {
            Optional<SoakFailure> failure = soak.random(programs, next, first + count - next);
            if (failure.isEmpty()) {
                break;
            }
            failures.add(failure.get());
            next = soak.seedAfter(failure.get());
        }
        return failures;
    }

    /** One of each place is made small; the others of the item are alike. */
    private List<Finding> findings(Soak soak, List<SoakFailure> failures) {
        Set<String> seen = new TreeSet<>();
        List<Finding> findings = new ArrayList<>();
        for (SoakFailure failure : failures) {
            if (seen.add(rule(failure) + place(failure))) {
                findings.add(finding(soak.shrink(failure), failure));
            }
        }
        return findings;
    }

    private Finding finding(SoakFailure smallest, SoakFailure found) {
        String steps =
                smallest.program().steps().stream().map(step -> step + "\n").collect(Collectors.joining());
        long seed = found.plan().seed();
        return new Finding(
                rule(found),
                place(found),
                smallest.difference(),
                steps + "late receives: " + smallest.program().lateReceives() + "\n" + text.apply(smallest.plan()),
                found.plan().equals(FaultPlan.NONE) ? "" : "./fenestra soak --seed " + seed + " --plans 1");
    }

    /** What differs: the words before the first value. */
    private static String rule(SoakFailure failure) {
        String words =
                failure.difference().split("[0-9\\[:]| are | differs ", 2)[0].strip();
        return "SOAK-" + words.replace("'s", "").replace(',', ' ').replaceAll("\\s+", "-");
    }

    private static String place(SoakFailure failure) {
        SoakPath path = failure.program().path();
        return failure.program().service() + (path.isByCm() ? " by RDMA CM" : "") + (path.isIpv6() ? " over IPv6" : "");
    }
}
