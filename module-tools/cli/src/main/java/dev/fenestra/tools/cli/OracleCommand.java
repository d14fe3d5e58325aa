package dev.fenestra.tools.cli;

import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.journal.JournalDigest;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.OracleWork;
import dev.fenestra.tools.proof.oracle.SimulatedBenches;
import dev.fenestra.tools.proof.oracle.program.Scope;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.proof.replay.OracleFindings;
import dev.fenestra.tools.proof.replay.Watched;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code fenestra oracle}. */
@Command(
        name = "oracle",
        description =
                "Runs random programs of verbs on the stack and on a small model of the specification, and compares"
                        + " every outcome and all memory. The first difference is printed as a short program.",
        exitCodeList = {"0:stack and model agree", "1:they differ, or the page cannot be written", "2:bad usage"})
final class OracleCommand implements Callable<Integer> {
    private static final int AGREE = 0;
    private static final int DIFFER = 1;

    private final Terminal terminal;
    private final OracleFindings findings = new OracleFindings();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the first program; default: ${DEFAULT-VALUE}.")
    @Within
    private long seed = 1;

    @Option(
            names = "--verbs",
            paramLabel = "M",
            description = "How many verbs to run on each kind of device; default: ${DEFAULT-VALUE}.")
    @Within(least = 1, most = 1_000_000_000_000L)
    private long verbs = 100_000;

    @Option(
            names = "--window-type",
            paramLabel = "2a|2b",
            converter = FormConverter.class,
            description = "Which form of type 2 windows the devices offer; default: first 2a, then 2b.")
    private @Nullable WindowForm form;

    @Option(
            names = "--journal-digest",
            description =
                    "Also print the SHA-256 of the journals of all programs: a seed has the same on every machine.")
    private boolean digesting;

    @Mixin
    private FindingsPageOption page = new FindingsPageOption();

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Mixin
    private CampaignJsonOption json = new CampaignJsonOption();

    OracleCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        return new Search(terminal, page, campaign, json)
                .call(digesting ? "--journal-digest" : null, this::run, findings::write, this::work);
    }

    private CampaignWork work() throws InputException {
        OptionalLong count = campaign.count("--verbs", verbs);
        ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(seed);
        return providers.isGiven()
                ? new KitWork("oracle", List.of(providers.chosen()), List.of(), options, count)
                : new OracleWork(Version.text(), seed, forms(), count);
    }

    private int run() throws InputException {
        if (providers.isGiven()) {
            return runOn(providers.chosen());
        }
        return forms().stream().allMatch(this::run) ? AGREE : DIFFER;
    }

    private List<WindowForm> forms() {
        return form == null ? List.of(WindowForm.values()) : List.of(form);
    }

    /** The programs that the device of a provider can run, with what its driver declares taken as declared. */
    private int runOn(ProviderUnderTest provider) {
        Watched watched = new Watched(provider.name() + ": a program in which device and model differ");
        Conformance kit = provider.kit(ConformanceOptions.DEFAULT.withSeed(seed).withOracleVerbs(verbs));
        OracleResult result = underway(provider, page.isAsked() ? kit.showing(watched::watch) : kit);
        String again = "./fenestra oracle" + providers.given() + " --seed " + seed + " --verbs " + verbs;
        findings.add(provider.name(), again, result, watched);
        terminal.out().printf("%s, seed %d: %,d verbs%n", provider.name(), seed, result.verbs());
        result.difference().ifPresent(found -> {
            terminal.out()
                    .printf(
                            "Device and model differ: expected %s, seen %s. By %s.%n",
                            found.expected(), found.seen(), found.rules());
            terminal.out().print(found.program());
        });
        return result.difference().isEmpty() ? AGREE : DIFFER;
    }

    private OracleResult underway(ProviderUnderTest provider, Conformance kit) {
        AtomicReference<LongSupplier> done = new AtomicReference<>(() -> 0);
        try (Underway _ = new Underway(
                terminal,
                "verbs",
                campaign.isQuiet(),
                () -> done.get().getAsLong(),
                verbs,
                () -> String.format(
                        "%s, seed %d: %,d of %,d verbs, and no difference so far%n"
                                + "A run with --out FILE.jsonl can go on later.",
                        provider.name(), seed, done.get().getAsLong(), verbs))) {
            return kit.counting(done::set).oracle().orElseThrow();
        }
    }

    private boolean run(WindowForm next) {
        JournalDigest journals = new JournalDigest();
        BenchFactory benches = new SimulatedBenches(next);
        Oracle oracle = new Oracle(next, digesting ? journals.watch(benches) : benches, Scope.ALL);
        long start = terminal.nanos().getAsLong();
        Optional<Failure> failure = explore(next, oracle);
        double seconds = terminal.secondsSince(start);
        terminal.out()
                .printf(
                        "windows of type %s, seed %d: %,d verbs in %.1f s%n",
                        next, seed, oracle.tally().verbs(), seconds);
        terminal.out().print(oracle.tally());
        if (digesting) {
            terminal.out().println("journals " + journals.take());
        }
        terminal.out().flush();
        Optional<Failure> shortest = failure.map(oracle::shrink);
        shortest.ifPresent(found -> {
            terminal.out().println("Stack and model differ. A shorter program that shows it:");
            terminal.out().print(oracle.toJava(found));
        });
        findings.add(next, seed, oracle, shortest);
        return failure.isEmpty();
    }

    private Optional<Failure> explore(WindowForm next, Oracle oracle) {
        try (Underway _ = new Underway(
                terminal,
                "verbs",
                campaign.isQuiet(),
                oracle.tally()::verbs,
                verbs,
                () -> String.format(
                        "windows of type %s, seed %d: %,d of %,d verbs, and no difference so far%n" + "To go on: %s",
                        next, seed, oracle.tally().verbs(), verbs, goOn(oracle.seed(), next)))) {
            return oracle.explore(seed, verbs);
        }
    }

    private String goOn(long next, WindowForm windows) {
        return campaign.again(
                Set.of("--seed", "--window-type"), "--seed", Long.toString(next), "--window-type", windows.toString());
    }

    /** Reads {@code 2a} or {@code 2b}. */
    static final class FormConverter implements ITypeConverter<WindowForm> {
        @Override
        public WindowForm convert(String text) {
            for (WindowForm form : WindowForm.values()) {
                if (form.toString().equals(text)) {
                    return form;
                }
            }
            throw new TypeConversionException("'" + text + "' is not 2a or 2b");
        }
    }
}
