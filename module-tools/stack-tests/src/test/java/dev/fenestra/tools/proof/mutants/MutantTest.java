package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.tools.proof.explorer.Exploration;
import dev.fenestra.tools.proof.explorer.Explorer;
import dev.fenestra.tools.testing.GeneratedPage;
import dev.fenestra.tools.testing.Repeats;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit finds every defect, by the rule that it breaks, and finds none where there is none. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class MutantTest {
    private static final GeneratedPage PAGE = new GeneratedPage("mutants.md");

    private static final int DEPTH = 2;
    private static final List<Defect> EXPLORED =
            Mutants.defects().stream().filter(Defect::isExplored).toList();

    private static final MutantRun MUTANTS = new MutantRun();

    @Test
    void shouldKillEveryDefectAndShowItAsTheDocumentsSay() throws IOException {
        List<MutantRun.Examined> examined = MUTANTS.examineAll(Mutants.defects());
        List<KitVerdict> verdicts =
                examined.stream().map(MutantRun.Examined::verdict).toList();
        List<Exploration> shown =
                examined.stream().flatMap(one -> one.shown().stream()).toList();
        List<Exploration> healthy = healthy();

        assertEquals(
                List.of(),
                verdicts.stream().filter(verdict -> !verdict.isKilled()).toList(),
                "no case names the rule that these defects break");
        for (int i = 0; i < EXPLORED.size(); i++) {
            assertShown(EXPLORED.get(i), shown.get(i));
        }
        healthy.forEach(one -> assertEquals(Optional.empty(), one.counterExample()));
        int example = EXPLORED.indexOf(Mutants.defects().stream()
                .filter(defect -> defect.id().equals("window-qp"))
                .findFirst()
                .orElseThrow());
        String expected = MutantText.markdown(
                verdicts,
                healthy,
                EXPLORED.get(example),
                shown.get(example).counterExample().orElseThrow());
        PAGE.assertSays(expected);
    }

    private static List<Exploration> healthy() {
        return Stream.of(WindowSupport.TYPES_1_AND_2B, WindowSupport.TYPES_1_AND_2A)
                .flatMap(device -> IntStream.rangeClosed(1, DEPTH).mapToObj(depth -> Map.entry(device, depth)))
                .parallel()
                .map(one -> Explorer.explore(one.getKey(), one.getValue()))
                .toList();
    }

    private static void assertShown(Defect defect, Exploration explored) {
        Exploration.Finding finding = explored.counterExample().orElseThrow(() -> new AssertionError(defect.id()));
        assertEquals(defect.moves(), finding.moves(), defect.id() + "\n" + finding.program());
        assertTrue(finding.program().contains("void main() {"), finding.program());
        assertFalse(finding.invariant().isBlank(), defect.id());
    }

    /** ConformanceTest runs all cases on the usual device. */
    static Stream<WindowSupport> devices() {
        return Stream.of(WindowSupport.values()).filter(it -> Repeats.ALL || it != WindowSupport.TYPES_1_AND_2B);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shouldFindNothingInAStackWithoutADefect(WindowSupport device) {
        assertEquals(List.of(), MUTANTS.runHealthy(device));
    }

    @Test
    void shouldGiveEveryDefectAnIdOfItsOwn() {
        Set<String> seen = new HashSet<>();
        Mutants.defects().forEach(defect -> assertTrue(seen.add(defect.id()), defect.id()));
    }

    @Test
    void shouldFailLoudlyWhenNoMethodIsFound() {
        assertDoesNotApply(new Patch.Return(named("WindowUnit", "noSuchMethod"), 0));
        assertDoesNotApply(new Patch.Return(named("NoSuchUnit", "bind"), 0));
        assertDoesNotApply(new Patch.Forget(Site.reading("HcaRule.B99"), "B99", Patch.Forget.EVERY));
    }

    @Test
    void shouldFailLoudlyWhenAMethodHasNothingToChange() {
        assertDoesNotApply(new Patch.Forget(named("WindowUnit", "bind"), "B5", Patch.Forget.EVERY));
        assertDoesNotApply(new Patch.Skip(named("WindowUnit", "bind"), "noSuchCall"));
        assertDoesNotApply(new Patch.Constant(named("WindowUnit", "invalidate"), 8, 99, 0));
        assertDoesNotApply(new Patch.Misjudge(named("KeyChecks", "remote"), "HcaRule.A99", "fitsOneMore"));
    }

    @Test
    void shouldFailLoudlyWhenTwoClassesOfANameHaveTheMethod() {
        assertDoesNotApply(new Patch.Return(named("QpCommands", "<init>"), 0));
    }

    private static Site named(String type, String method) {
        return Site.named(type, method, "the test says so");
    }

    private void assertDoesNotApply(Patch patch) {
        Defect defect = Defect.of("none", "", "", "B5", patch);
        assertThrows(PatchException.class, () -> MUTANTS.run(defect));
    }
}
