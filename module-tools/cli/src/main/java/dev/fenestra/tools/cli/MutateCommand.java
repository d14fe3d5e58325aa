package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.proof.mutate.Campaign;
import dev.fenestra.tools.proof.mutate.MutateException;
import dev.fenestra.tools.proof.mutate.MutateJson;
import dev.fenestra.tools.proof.mutate.MutateOptions;
import dev.fenestra.tools.proof.mutate.MutatePage;
import dev.fenestra.tools.proof.mutate.MutateReport;
import dev.fenestra.tools.proof.mutate.MutateText;
import dev.fenestra.tools.proof.mutate.MutateWork;
import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fenestra mutate}. */
@Command(
        name = "mutate",
        description = "Puts small defects into the compiled classes of a provider, one at a time: a check that is"
                + " dropped, a bound that is off by one, a store that is lost. Shows those that neither a case of the"
                + " conformance kit nor the oracle notices.",
        exitCodeList = {
            "0:every defect was noticed",
            "1:one of them was not noticed, or the output cannot be written",
            "2:bad usage, or a provider, module or file that cannot be used"
        })
final class MutateCommand implements Callable<Integer> {
    private static final int NOTICED = 0;
    private static final int SURVIVED = 1;

    private final Terminal terminal;

    @Mixin
    private ProviderOptions providers = new ProviderOptions();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Option(
            names = "--target",
            paramLabel = "MODULE",
            description = "The module whose classes are changed, such as dev.fenestra.hw.sim; default: the provider's.")
    private @Nullable String target;

    @Option(
            names = "--only",
            paramLabel = "PREFIX",
            split = ",",
            description = "Only classes whose full name begins like this; several, with commas or one by one.")
    private List<String> only = List.of();

    @Option(
            names = "--rule",
            paramLabel = "ID",
            completionCandidates = Known.Rules.class,
            description = "Only cases that break this rule, or the case of this id, and no oracle; default: all.")
    private @Nullable String rule;

    @Option(names = "--sample", paramLabel = "N", description = "Try N places, chosen by the seed; default: all.")
    @Within(least = 1)
    private int sample;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of all choices; default: ${DEFAULT-VALUE}.")
    @Within
    private long seed = 1;

    @Option(
            names = "--verbs",
            paramLabel = "M",
            description = "Verbs of the oracle for a defect that no case notices; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 1_000_000_000_000L)
    private long verbs = 5_000;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "How long a case may take beyond 20 times its usual time; default: ${DEFAULT-VALUE}.")
    @Within(least = 1)
    private long patience = 5;

    @Option(names = "--html", paramLabel = "FILE", description = "Where to write the results as a page.")
    private @Nullable Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "Where to write the results as JSON.")
    private @Nullable Path json;

    MutateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        OutputFile.check(html, json);
        ProviderUnderTest chosen = providers.chosen();
        ModuleClasses classes = ModuleClasses.of(chosen, Optional.ofNullable(target))
                .orElseThrow(() -> new InputException(
                        target == null
                                ? "the provider is in no module: mutate needs it on the module path"
                                : "there is no module " + Shown.name(target) + " beside the provider"));
        check(classes);
        MutateProgressLine progress = new MutateProgressLine(terminal, campaign.isQuiet());
        if (campaign.isDivided()) {
            return runCampaign(chosen, classes, progress);
        }
        try (Interrupt _ = new Interrupt(() -> say(progress))) {
            MutateReport report = new Campaign(options(chosen), classes, progress).run();
            progress.clear();
            terminal.out().print(MutateText.of(report));
            OutputFile.write(html, () -> MutatePage.of(report));
            OutputFile.write(json, () -> MutateJson.of(report));
            return report.survivors().isEmpty() ? NOTICED : SURVIVED;
        } catch (MutateException refused) {
            progress.clear();
            throw new InputException(String.valueOf(refused.getMessage()));
        }
    }

    private void say(MutateProgressLine progress) {
        progress.clear();
        terminal.out()
                .println(progress.soFar() + ", seed " + seed + "\nTo keep what is done: --out FILE.jsonl, which a later"
                        + " run resumes.");
        terminal.out().flush();
    }

    private int runCampaign(ProviderUnderTest chosen, ModuleClasses classes, MutateProgressLine progress)
            throws InputException, IOException, InterruptedException {
        if (html != null || json != null) {
            throw new InputException(
                    "--html and --json are for a single run: campaign merge makes the report of shards");
        }
        try {
            return new CampaignRunner(terminal, campaign, false)
                    .run(new MutateWork(Version.text(), options(chosen), classes, progress));
        } finally {
            progress.clear();
        }
    }

    private void check(ModuleClasses classes) throws InputException {
        for (String prefix : only) {
            if (classes.bytes().keySet().stream().noneMatch(name -> name.startsWith(prefix))) {
                throw new InputException("no class of " + classes.module().getName() + " begins with " + prefix);
            }
        }
        if (rule != null
                && ConformanceCases.all().stream().noneMatch(ConformanceOptions.DEFAULT.withRule(rule)::selects)) {
            throw new InputException("no case breaks a rule " + rule + "; fenestra rules lists all");
        }
    }

    private MutateOptions options(ProviderUnderTest chosen) {
        return new MutateOptions(
                chosen.name(),
                providers.places(),
                Optional.ofNullable(target),
                only,
                Optional.ofNullable(rule),
                sample,
                seed,
                campaign.jobs(),
                campaign.time(),
                verbs,
                Duration.ofSeconds(patience));
    }
}
