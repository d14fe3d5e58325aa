package dev.fenestra.tools.proof.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.observe.report.EventRow;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.proof.oracle.Failure;
import dev.fenestra.tools.proof.oracle.Oracle;
import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.proof.soak.Soak;
import dev.fenestra.tools.proof.soak.SoakFailure;
import dev.fenestra.tools.proof.soak.SoakProgram;
import dev.fenestra.tools.proof.soak.SoakService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What oracle and soak find has a page to step through. */
final class FindingsTest {
    private static final long VERBS = 100_000;
    private static final Fault CUT =
            Fault.at(FaultAction.DROP, PacketMatch.ANY, 2).withTimes(Integer.MAX_VALUE);

    @TempDir
    private Path folder;

    @Test
    void shouldShowTheRefusalThatAModelWithoutItsRuleDoesNotExpect() throws IOException, OutputException {
        Oracle oracle = new Oracle(WindowForm.TYPE_2B, RuleBook.without(OracleRule.A7));
        Failure shortest = oracle.shrink(oracle.explore(7, VERBS).orElseThrow());

        JournalFile recorded = Replays.of(oracle, shortest).orElseThrow();
        OracleFindings findings = new OracleFindings();
        findings.add(WindowForm.TYPE_2B, 7, oracle, Optional.of(shortest));
        findings.write(folder.resolve("oracle.html"));

        assertEquals(List.of("A7"), refusals(recorded));
        String html = Files.readString(folder.resolve("oracle.html"));
        assertTrue(html.contains("href=\"oracle.html.failures/finding-1.html#event="), html);
        assertTrue(html.contains("./fenestra oracle --window-type 2b --seed "), html);
        assertTrue(Files.readString(folder.resolve("oracle.html.failures/finding-1.html"))
                .startsWith("<!DOCTYPE html>"));
    }

    @Test
    void shouldShowAProgramWithoutFaultsAndThenWithThePlan() throws IOException, OutputException {
        SoakFailure smallest;
        try (Soak soak = new Soak()) {
            smallest = soak.shrink(soak.run(SoakProgram.random(SoakService.RC, 3), FaultPlan.of(CUT))
                    .orElseThrow());
        }

        JournalFile recorded = Replays.of(Soak::new, smallest).orElseThrow();
        SoakFindings findings = new SoakFindings();
        findings.ran(3, 1, 2, false);
        findings.found("./fenestra soak --seed 3", Soak::new, smallest);
        findings.write(folder.resolve("soak.html"));

        assertEquals(
                List.of("The program without a fault", "The same program with the plan"),
                recorded.chapters().stream().map(JournalFile.Chapter::title).toList());
        assertFalse(isOutOfRetries(recorded, recorded.chapters().getFirst()));
        assertTrue(isOutOfRetries(recorded, recorded.chapters().getLast()));
        String html = Files.readString(folder.resolve("soak.html"));
        assertTrue(html.contains("RETRY_EXC_ERR") && html.contains("soak.html.failures/finding-1.html#event="), html);
    }

    private static List<String> refusals(JournalFile journal) {
        return journal.events().stream()
                .filter(event -> event.refusal() != null)
                .map(event -> event.refusal().rule())
                .toList();
    }

    private static boolean isOutOfRetries(JournalFile journal, JournalFile.Chapter chapter) {
        return journal.events().stream()
                .filter(event -> event.n() >= chapter.first() && event.n() <= chapter.last())
                .map(EventRow::text)
                .anyMatch(text -> text.contains("RETRY_EXC_ERR"));
    }
}
