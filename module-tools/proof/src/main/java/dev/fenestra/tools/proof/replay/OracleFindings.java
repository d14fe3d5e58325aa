package dev.fenestra.tools.proof.replay;

import dev.fenestra.tools.conformance.kit.OracleResult;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.page.FindingsPage.Fact;
import dev.fenestra.tools.proof.oracle.Difference;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.proof.replay.FindingsReport.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What the oracle found, as a page. */
public final class OracleFindings {
    private final FindingsReport report = new FindingsReport(
            "Oracle",
            "Random programs of verbs on the stack and on a small model of the specification. Every outcome and all"
                    + " memory are compared.");

    /**
     * Adds programs on the stack of the simulated HCA.
     *
     * @param seed of the first
     * @param shortest program in which stack and model differ; empty when they agree
     */
    public void add(WindowForm form, long seed, Oracle oracle, Optional<Failure> shortest) {
        String what = String.format(
                Locale.ROOT,
                "windows of type %s, seed %d: %,d verbs",
                form,
                seed,
                oracle.tally().verbs());
        report.run(what, shortest.isEmpty() ? "agree" : "differ", shortest.isEmpty());
        shortest.ifPresent(found -> {
            Difference difference = found.difference();
            report.found(finding(
                    difference.topic(),
                    facts(difference.expected(), difference.seen(), difference.rules()),
                    String.format(
                            "./fenestra oracle --window-type %s --seed %d",
                            form, found.program().seed()),
                    oracle.toJava(found),
                    () -> Replays.of(oracle, found)));
        });
    }

    /**
     * Adds programs on the device of a provider.
     *
     * @param command that finds the same again
     * @param watched was shown what differs
     */
    public void add(String provider, String command, OracleResult result, Watched watched) {
        boolean isGood = result.difference().isEmpty();
        report.run(
                String.format(Locale.ROOT, "%s, seed %d: %,d verbs", provider, result.seed(), result.verbs()),
                isGood ? "agree" : "differ",
                isGood);
        result.difference()
                .ifPresent(found -> report.found(finding(
                        found.topic(),
                        facts(found.expected(), found.seen(), found.rules()),
                        command,
                        found.program(),
                        watched::recorded)));
    }

    private static Finding finding(
            String topic, List<Fact> facts, String command, String program, Supplier<Optional<JournalFile>> replay) {
        return new Finding("Stack and model differ: " + topic, facts, command, program, replay);
    }

    private static List<Fact> facts(String expected, String seen, Set<String> rules) {
        return List.of(
                new Fact("expected", expected), new Fact("seen", seen), new Fact("by", String.join(", ", rules)));
    }

    /** Writes the page, and those of its findings. */
    public void write(Path file) throws OutputException {
        report.write(file);
    }
}
