package dev.fenestra.tools.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.device.WindowSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kit finds every defect, by the rule that it breaks, and finds none where there is none. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ZooTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "zoo.md");
    private static final String WINDOWS = "dev.fenestra.hw.sim.engine.WindowUnit";

    private final ZooRun zoo = new ZooRun();

    @Test
    void shouldKillEveryDefectAsTheDocumentsSay() throws IOException {
        List<Verdict> verdicts = zoo.runAll(Zoo.defects());
        System.out.print(ZooText.table(verdicts));

        List<String> survivors = verdicts.stream()
                .filter(verdict -> !verdict.isKilled())
                .map(verdict -> verdict.defect().id())
                .toList();
        assertEquals(List.of(), survivors, "no case names the rule that these defects break");
        String expected = ZooText.markdown(verdicts);
        Path fresh = Path.of("target", "zoo.md");
        Files.createDirectories(fresh.getParent());
        Files.writeString(fresh, expected);
        assertEquals(expected, Files.readString(DOCUMENT), "the zoo has changed: copy " + fresh + " to docs");
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindNothingInAStackWithoutADefect(WindowSupport device) {
        assertEquals(List.of(), zoo.runHealthy(device));
    }

    @Test
    void shouldGiveEveryDefectAnIdOfItsOwn() {
        Set<String> seen = new HashSet<>();
        Zoo.defects().forEach(defect -> assertTrue(seen.add(defect.id()), defect.id()));
    }

    @Test
    void shouldFailLoudlyWhenAMethodIsGone() {
        assertDoesNotApply(new Patch.Forget(WINDOWS, "noSuchMethod", "B5"));
        assertDoesNotApply(new Patch.Return(WINDOWS, "noSuchMethod", 0));
    }

    @Test
    void shouldFailLoudlyWhenAMethodHasNothingToChange() {
        assertDoesNotApply(new Patch.Forget(WINDOWS, "checkWindow", "B99"));
        assertDoesNotApply(new Patch.Skip(WINDOWS, "bind", "noSuchCall"));
        assertDoesNotApply(new Patch.Constant(WINDOWS, "invalidate", 8, 99, 0));
    }

    @Test
    void shouldFailLoudlyWhenAClassIsGone() {
        assertDoesNotApply(new Patch.Return("dev.fenestra.hw.sim.engine.NoSuchUnit", "bind", 0));
    }

    private void assertDoesNotApply(Patch patch) {
        Defect defect = Defect.of("none", "", "", "B5", patch);
        assertThrows(PatchException.class, () -> zoo.run(defect));
    }
}
