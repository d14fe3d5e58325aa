package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ConformancePage;
import dev.fenestra.tools.conformance.kit.ConformanceReport;
import dev.fenestra.tools.conformance.kit.JUnitXml;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.conformance.kit.ReportText;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.proof.replay.FailurePages;
import dev.fenestra.tools.proof.replay.Watched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra conformance}. */
@Command(
        name = "conformance",
        description = "Runs the conformance kit on every provider found: all cases that the device can run, then random"
                + " programs beside the model.",
        exitCodeList = {
            "0:every provider keeps the rules, or has declared where it does not",
            "1:one does not, or the output cannot be written",
            "2:bad usage, or a provider, rule or file that cannot be used"
        })
final class ConformanceCommand implements Callable<Integer> {
    private static final int CONFORMS = 0;
    private static final int FAILS = 1;

    private final Terminal terminal;

    @Option(names = "--provider", paramLabel = "NAME", description = "Only this one; default: all.")
    private @Nullable String provider;

    @Option(
            names = "--modules",
            paramLabel = "PATH",
            description =
                    "Where more providers are: module jars, or folders of them or of classes, as in --module-path.")
    private @Nullable String modules;

    @Option(
            names = "--rule",
            paramLabel = "ID",
            completionCandidates = Known.Rules.class,
            description =
                    "Only cases that break this rule, or the case of this id; of a vendor's own rule those in which it"
                            + " refuses.")
    private @Nullable String rule;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of hosts and programs; default: ${DEFAULT-VALUE}.")
    @Within
    private long seed = ConformanceOptions.DEFAULT.seed();

    @Option(
            names = "--verbs",
            paramLabel = "M",
            description = "How many verbs to compare with the model; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 1_000_000_000_000L)
    private long verbs = ConformanceOptions.DEFAULT.oracleVerbs();

    @Option(names = "--xml", paramLabel = "FILE", description = "Where to write the results as JUnit XML.")
    private @Nullable Path xml;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Where to write the results as a page. Failed cases run once more for a page of their own, to step"
                            + " through.")
    private @Nullable Path html;

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Mixin
    private CampaignJsonOption json = new CampaignJsonOption();

    ConformanceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        ConformanceOptions options = ConformanceOptions.DEFAULT.withSeed(seed).withOracleVerbs(verbs);
        ConformanceOptions chosen = rule == null ? options : options.withRule(rule);
        OutputFile.check(xml, html);
        List<ProviderUnderTest> providers = ProviderModules.find(Optional.ofNullable(modules)).stream()
                .filter(one -> provider == null || one.name().equals(provider))
                .toList();
        if (providers.isEmpty()) {
            throw new InputException(
                    provider == null ? "no provider is on the path" : "no provider is called " + Shown.name(provider));
        }
        if (!isKnown(chosen, providers)) {
            throw new InputException(
                    "no case breaks a rule " + Shown.name(String.valueOf(rule)) + "; fenestra rules lists all");
        }
        return campaign.isAsked() || json.isAsked() ? runCampaign(providers, chosen) : report(providers, chosen);
    }

    private int runCampaign(List<ProviderUnderTest> providers, ConformanceOptions options)
            throws InputException, IOException, InterruptedException {
        if (xml != null || html != null) {
            throw new InputException(
                    "--xml and --html are for a single run: campaign merge makes the report of shards");
        }
        List<ConformanceCase> cases =
                ConformanceCases.all().stream().filter(options::selects).toList();
        if (cases.isEmpty()) {
            throw CampaignOptions.refusal("a vendor's own rule");
        }
        OptionalLong count = rule == null ? campaign.count("--verbs", verbs) : OptionalLong.of(0);
        return new CampaignRunner(terminal, campaign, json.isAsked())
                .run(new KitWork("conformance", providers, cases, options, count));
    }

    private static boolean isKnown(ConformanceOptions options, List<ProviderUnderTest> providers) {
        return ConformanceCases.all().stream().anyMatch(options::selects)
                || providers.stream().anyMatch(one -> one.hasRule(options.rule().orElseThrow()));
    }

    private int report(List<ProviderUnderTest> providers, ConformanceOptions options) throws OutputException {
        List<ConformanceReport> reports = new ArrayList<>();
        Map<String, FailurePages> pages = new HashMap<>();
        for (ProviderUnderTest one : providers) {
            Watched oracle = new Watched(one.name() + ": a program in which device and model differ");
            Conformance kit = one.kit(options);
            ConformanceReport report = run(one.name(), html == null ? kit : kit.showing(oracle::watch), options);
            reports.add(report);
            terminal.out().println(ReportText.of(report));
            terminal.out().flush();
            if (html != null) {
                pages.put(one.name(), FailurePages.write(html, one, report, oracle));
            }
        }
        OutputFile.write(xml, () -> JUnitXml.of(reports));
        String page = ConformancePage.of(
                reports, (name, id) -> Optional.ofNullable(pages.get(name)).flatMap(made -> made.of(id)));
        OutputFile.write(html, () -> page);
        return reports.stream().allMatch(ConformanceReport::isPassed) ? CONFORMS : FAILS;
    }

    /** Runs the kit. Failures are named as they come. */
    private ConformanceReport run(String name, Conformance kit, ConformanceOptions options) {
        AtomicLong done = new AtomicLong();
        long all = ConformanceCases.all().stream().filter(options::selects).count();
        try (Underway shown = new Underway(
                terminal,
                "cases",
                campaign.isQuiet(),
                done::get,
                all,
                () -> String.format(
                        "%s: %,d of %,d cases are done, seed %d%nA run with --out FILE.jsonl can go on later.",
                        name, done.get(), all, seed))) {
            return kit.run(result -> {
                done.incrementAndGet();
                if (result instanceof CaseResult.Failed failed) {
                    shown.say("failed: " + failed.of().id());
                }
            });
        }
    }
}
