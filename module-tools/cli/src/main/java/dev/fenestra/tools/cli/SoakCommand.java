package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.faults.FaultPlanJson;
import dev.fenestra.tools.observe.journal.JournalDigest;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.replay.SoakFindings;
import dev.fenestra.tools.proof.soak.Soak;
import dev.fenestra.tools.proof.soak.SoakFailure;
import dev.fenestra.tools.proof.soak.SoakWork;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra soak}. */
@Command(
        name = "soak",
        description =
                "Runs random programs over links that drop, duplicate, delay, reorder and corrupt packets as random"
                    + " plans say, and compares completions and memory with a run without faults. A plan that changes"
                    + " them is made as small as possible and printed.",
        exitCodeList = {"0:no plan changed anything", "1:one did, or the page cannot be written", "2:bad usage"})
final class SoakCommand implements Callable<Integer> {
    private static final int SAME = 0;
    private static final int CHANGED = 1;

    private final Terminal terminal;
    private final SoakFindings findings = new SoakFindings();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the first plan; default: ${DEFAULT-VALUE}.")
    @Within
    private long seed = 1;

    @Option(names = "--plans", paramLabel = "M", description = "How many plans; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = 1_000_000_000_000L)
    private long plans = 10_000;

    @Option(
            names = "--journal-digest",
            description = "Also print the SHA-256 of the journal of all plans: a seed has the same on every machine.")
    private boolean digesting;

    @Mixin
    private FindingsPageOption page = new FindingsPageOption();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Mixin
    private CampaignJsonOption json = new CampaignJsonOption();

    SoakCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        return new Search(terminal, page, campaign, json)
                .call(digesting ? "--journal-digest" : null, this::run, findings::write, this::work);
    }

    private int run() throws InputException {
        long start = terminal.nanos().getAsLong();
        JournalDigest journal = new JournalDigest();
        Consumer<TestBench> watching = digesting ? journal::watch : unwatched -> {};
        Function<Consumer<TestBench>, Soak> soaks = soaks();
        try (Soak soak = soaks.apply(watching)) {
            Optional<SoakFailure> failure = random(soak);
            double seconds = terminal.secondsSince(start);
            terminal.out()
                    .printf(
                            "seeds %d to %d: %,d plans, %,d packets in %.1f s%n",
                            seed, seed + soak.plans() - 1, soak.plans(), soak.packets(), seconds);
            if (digesting) {
                terminal.out().println("journal " + journal.take());
            }
            findings.ran(seed, soak.plans(), soak.packets(), failure.isEmpty());
            if (failure.isEmpty()) {
                terminal.out().println("No plan changed a completion or a byte of memory.");
                return SAME;
            }
            String again = "./fenestra soak" + providers.given() + " --seed " + seed + " --plans " + (soak.plans() + 1);
            SoakFailure smallest = soak.shrink(failure.get());
            findings.found(again, soaks, smallest);
            print(smallest);
            return CHANGED;
        }
    }

    private CampaignWork work() throws InputException {
        Optional<SoakWork.Hosts> hosts = Optional.empty();
        if (providers.isGiven()) {
            ProviderUnderTest provider = onAFabric();
            hosts = Optional.of(new SoakWork.Hosts(provider.name(), provider::bench));
        }
        return new SoakWork(Version.text(), hosts, seed, campaign.count("--plans", plans), FaultPlanJson::write);
    }

    private Optional<SoakFailure> random(Soak soak) {
        try (Underway _ = new Underway(
                terminal,
                "plans",
                campaign.isQuiet(),
                soak::plans,
                plans,
                () -> String.format(
                        "%,d of %,d plans, and none changed anything so far%nTo go on: %s",
                        soak.plans(), plans, goOn(seed + soak.plans(), plans - soak.plans())))) {
            return soak.random(seed, plans);
        }
    }

    private String goOn(long next, long left) {
        return campaign.again(
                Set.of("--seed", "--plans"), "--seed", Long.toString(next), "--plans", Long.toString(left));
    }

    private Function<Consumer<TestBench>, Soak> soaks() throws InputException {
        if (!providers.isGiven()) {
            return Soak::new;
        }
        ProviderUnderTest provider = onAFabric();
        return watching -> new Soak(provider.bench(), watching);
    }

    /** The provider that is named, whose packets faults can meet. */
    private ProviderUnderTest onAFabric() throws InputException {
        ProviderUnderTest provider = providers.chosen();
        if (!provider.isOnAFabric()) {
            throw new InputException(provider.name() + " brings a wire of its own, and soak spoils packets on a fabric"
                    + " of hw-sim: conformance and oracle run on any wire");
        }
        return provider;
    }

    private void print(SoakFailure failure) {
        terminal.out().println("A plan changes the result of a program: " + failure.difference());
        terminal.out()
                .println("The smallest program that shows it, over "
                        + failure.program().service() + " (" + failure.program().path() + "), with up to "
                        + failure.program().lateReceives() + " late receives:");
        failure.program().steps().forEach(step -> terminal.out().println("  " + step));
        terminal.out().println("The smallest plan:");
        terminal.out().println(FaultPlanJson.write(failure.plan()));
    }
}
