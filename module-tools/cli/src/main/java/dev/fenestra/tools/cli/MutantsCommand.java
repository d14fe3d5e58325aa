package dev.fenestra.tools.cli;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.proof.mutants.Defect;
import dev.fenestra.tools.proof.mutants.DishonestCards;
import dev.fenestra.tools.proof.mutants.KitVerdict;
import dev.fenestra.tools.proof.mutants.MutantRun;
import dev.fenestra.tools.proof.mutants.MutantText;
import dev.fenestra.tools.proof.mutants.MutantWork;
import dev.fenestra.tools.proof.mutants.Mutants;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fenestra mutants}; its earlier name, zoo, still works. */
@Command(
        name = "mutants",
        aliases = "zoo",
        description =
                "Builds historic defects into copies of the stack, one at a time, and lets the conformance kit find"
                        + " them.",
        exitCodeList = {
            "0:the kit found every defect",
            "1:a defect survived",
            "2:bad usage, or a defect that is not known"
        })
final class MutantsCommand implements Callable<Integer> {
    private static final int KILLED = 0;
    /** Where the values of a defect begin. */
    private static final int VALUES = 12;

    private static final int SURVIVED = 1;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ID",
            completionCandidates = Known.Defects.class,
            description = "Explains one defect, such as window-bounds; default: all, as a table.")
    private @Nullable String id;

    @Option(names = "--dishonest", description = "All dishonest cards, in place of the historic defects.")
    private boolean isDishonest;

    @Option(
            names = {"-j", "--json"},
            description = "Prints JSON.")
    private boolean json;

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    MutantsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        if (campaign.isAsked()) {
            return runCampaign();
        }
        List<Defect> chosen = chosen();
        if (chosen.isEmpty()) {
            throw new InputException("no defect " + Shown.name(String.valueOf(id)) + "; fenestra mutants lists all");
        }
        List<KitVerdict> verdicts = runAll(chosen);
        if (json) {
            terminal.out().print(MutantText.json(verdicts));
        } else {
            ScreenText screen = new ScreenText(terminal);
            terminal.out()
                    .print(
                            id == null
                                    ? screen.table(MutantText.table(verdicts))
                                    : screen.fields(MutantText.explain(verdicts.getFirst()), VALUES));
        }
        return verdicts.stream().allMatch(KitVerdict::isKilled) ? KILLED : SURVIVED;
    }

    private int runCampaign() throws InputException, IOException, InterruptedException {
        if (id != null || json) {
            throw CampaignOptions.refusal(id == null ? "--json" : "ID");
        }
        Map<String, String> options = isDishonest ? Map.of("--dishonest", "true") : Map.of();
        return new CampaignRunner(terminal, campaign, false).run(new MutantWork(Version.text(), options, chosen()));
    }

    private List<KitVerdict> runAll(List<Defect> defects) {
        AtomicLong done = new AtomicLong();
        try (Underway shown = new Underway(
                terminal,
                "defects",
                campaign.isQuiet(),
                done::get,
                defects.size(),
                () -> String.format(
                        "%,d of %,d defects were tried%nTo try one of them: ./fenestra mutants ID",
                        done.get(), defects.size()))) {
            return new MutantRun().runAll(defects, verdict -> {
                done.incrementAndGet();
                if (!verdict.isKilled()) {
                    shown.say("survived: " + verdict.defect().id());
                }
            });
        }
    }

    private List<Defect> chosen() {
        if (id == null) {
            return isDishonest ? DishonestCards.defects() : Mutants.defects();
        }
        return Stream.concat(Mutants.defects().stream(), DishonestCards.defects().stream())
                .filter(defect -> defect.id().equals(id))
                .toList();
    }
}
