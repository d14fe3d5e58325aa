package dev.fenestra.tools.proof.replay;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.page.FindingsPage.Fact;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.replay.FindingsReport.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the explorer found, as a page. */
public final class ExploreFindings {
    private final FindingsReport report = new FindingsReport(
            "Explorer",
            "All states that a few verbs can lead to, on two PDs, QPs, regions and windows. In each of them everything"
                    + " is tried that must be refused.");

    /**
     * Adds an exploration.
     *
     * @param defect that the stack had; empty for none
     */
    public void add(Exploration done, Optional<String> defect) {
        boolean isGood = done.counterExample().isEmpty();
        report.run(
                String.format(
                        Locale.ROOT,
                        "%s, depth %d: %,d states, %,d edges, %,d probes",
                        done.device(),
                        done.depth(),
                        done.states(),
                        done.edges(),
                        done.probes()),
                isGood ? "all invariants hold" : "an invariant is broken",
                isGood);
        done.counterExample().ifPresent(found -> report.found(finding(done, found, defect)));
    }

    private static Finding finding(Exploration done, Exploration.Finding found, Optional<String> defect) {
        String device = done.device() == WindowSupport.TYPES_1_AND_2A ? "2A" : "2B";
        return new Finding(
                "Broken: " + found.invariant(),
                List.of(
                        new Fact("moves", Integer.toString(found.moves())),
                        new Fact("defect", defect.orElse("none was put in"))),
                String.format(
                        "./fenestra explore --device %s --depth %d%s",
                        device,
                        done.depth(),
                        defect.map(id -> " --defect " + id).orElse("")),
                found.program(),
                () -> found.journal().map(ExploreFindings::journal));
    }

    /** What a stack wrote, of this program's own version. */
    private static JournalFile journal(String text) {
        try {
            return JournalFile.read(text).withRules();
        } catch (InputException e) {
            throw new IllegalStateException("a journal that was just written", e);
        }
    }

    /** Writes the page, and those of its findings. */
    public void write(Path file) throws OutputException {
        report.write(file);
    }
}
