package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.Shown;
import dev.fenestra.tools.proof.campaign.CampaignWork;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.explorer.ExplorationRun;
import dev.fenestra.tools.proof.explorer.ExploreWork;
import dev.fenestra.tools.proof.explorer.Explorer;
import dev.fenestra.tools.proof.mutants.Defect;
import dev.fenestra.tools.proof.mutants.MutantRun;
import dev.fenestra.tools.proof.mutants.Mutants;
import dev.fenestra.tools.proof.replay.ExploreFindings;
import dev.fenestra.tools.proof.replay.RecordedExploration;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code fenestra explore}. */
@Command(
        name = "explore",
        description = "Walks through all states that a few verbs can lead to, on two PDs, QPs, regions and windows, and"
                + " tries in each what must be refused. A broken invariant is shown as a shortest program.",
        exitCodeList = {
            "0:all invariants hold",
            "1:one is broken, or the page cannot be written",
            "2:bad usage, or a defect that is not known"
        })
final class ExploreCommand implements Callable<Integer> {
    private static final int HOLD = 0;
    private static final int BROKEN = 1;
    private static final int BAD_INPUT = 2;

    private final Terminal terminal;
    private final ExploreFindings findings = new ExploreFindings();

    @Option(
            names = "--depth",
            paramLabel = "N",
            description = "How many verbs that change the state, in a row; default: ${DEFAULT-VALUE}.")
    @Within(least = 0, most = 8)
    private int depth = 2;

    @Option(
            names = "--device",
            paramLabel = "2A|2B",
            converter = DeviceConverter.class,
            description = "Which form of type 2 windows the device offers; default: first 2B, then 2A.")
    private @Nullable WindowSupport device;

    @Option(
            names = "--defect",
            paramLabel = "ID",
            completionCandidates = Known.Defects.class,
            description = "Explores a stack with this defect.")
    private @Nullable String defect;

    @Mixin
    private FindingsPageOption page = new FindingsPageOption();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Mixin
    private CampaignJsonOption json = new CampaignJsonOption();

    ExploreCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InputException, IOException, InterruptedException {
        return new Search(terminal, page, campaign, json)
                .call(defect == null ? null : "--defect", this::run, findings::write, this::work);
    }

    private int run() {
        return defect == null ? exploreOurs() : exploreDefect(defect);
    }

    private int exploreOurs() {
        announce();
        return devices().stream().allMatch(next -> holds(() -> explore(next))) ? HOLD : BROKEN;
    }

    private List<WindowSupport> devices() {
        return device == null ? List.of(WindowSupport.TYPES_1_AND_2B, WindowSupport.TYPES_1_AND_2A) : List.of(device);
    }

    private CampaignWork work() {
        announce();
        return new ExploreWork(Version.text(), devices(), depth);
    }

    /** Says so when the work takes hours or days. */
    private void announce() {
        ExploreOutlook.of(terminal.nanos(), devices(), depth)
                .sentence()
                .ifPresent(text -> terminal.err().println("fenestra: " + text));
    }

    private Exploration explore(WindowSupport next) {
        LongFunction<String> summary = states -> String.format(
                "%s, depth %d: %,d states, and all invariants hold so far%n"
                        + "A run with --out FILE.jsonl can go on later.",
                next, depth, states);
        return underway(
                summary,
                states -> page.isAsked()
                        ? RecordedExploration.explore(next, depth, states)
                        : Explorer.explore(next, depth, states, (_, _) -> Optional.empty()));
    }

    /**
     * Shows progress while a search is under way.
     *
     * @param summary of so many states, for a search that is interrupted
     * @param search tells how many states it has seen
     */
    private Exploration underway(LongFunction<String> summary, Function<LongConsumer, Exploration> search) {
        AtomicLong states = new AtomicLong();
        try (Underway _ = new Underway(
                terminal, "states", campaign.isQuiet(), states::get, 0, () -> summary.apply(states.get()))) {
            return search.apply(states::set);
        }
    }

    private int exploreDefect(String id) {
        Optional<Defect> known =
                Mutants.defects().stream().filter(one -> one.id().equals(id)).findFirst();
        if (known.isEmpty()) {
            terminal.err().println("fenestra: no defect " + Shown.name(id) + "; fenestra mutants lists all.");
            return BAD_INPUT;
        }
        Defect chosen = device == null ? known.get() : known.get().on(device);
        return holds(() -> explore(chosen)) ? HOLD : BROKEN;
    }

    private Exploration explore(Defect chosen) {
        LongFunction<String> summary = states -> String.format(
                "%s with %s, depth %d: %,d states, and all invariants hold so far%nNothing is kept. Fewer"
                        + " states: ./fenestra explore --defect %s --depth N, less than %d",
                chosen.device(), chosen.id(), depth, states, chosen.id(), depth);
        return underway(
                summary,
                states -> new MutantRun()
                        .explore(
                                chosen,
                                depth,
                                page.isAsked() ? RecordedExploration.class : ExplorationRun.class,
                                states));
    }

    private boolean holds(Supplier<Exploration> task) {
        long start = terminal.nanos().getAsLong();
        Exploration done = task.get();
        double seconds = terminal.secondsSince(start);
        terminal.out()
                .printf(
                        "%s, depth %d: %,d states, %,d edges, %,d probes in %.1f s%n",
                        done.device(), done.depth(), done.states(), done.edges(), done.probes(), seconds);
        done.counterExample()
                .ifPresentOrElse(
                        found -> terminal.out().print(found.program()),
                        () -> terminal.out().println("all invariants hold"));
        terminal.out().flush();
        findings.add(done, Optional.ofNullable(defect));
        return done.counterExample().isEmpty();
    }

    /** Reads {@code 2A} or {@code 2B}. */
    static final class DeviceConverter implements ITypeConverter<WindowSupport> {
        @Override
        public WindowSupport convert(String text) {
            return switch (text.toUpperCase(Locale.ROOT)) {
                case "2A" -> WindowSupport.TYPES_1_AND_2A;
                case "2B" -> WindowSupport.TYPES_1_AND_2B;
                default -> throw new TypeConversionException("'" + text + "' is not 2A or 2B");
            };
        }
    }
}
