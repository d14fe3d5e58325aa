package dev.fenestra.tools.proof.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The watchdog names each lost wake-up, and nothing in a stack that loses none. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class LostWakeUpsTest {
    private static final Duration LIMIT = Duration.ofMillis(300);
    /** On a busy machine, a thread that was woken may get no processor for a while. */
    private static final Duration PATIENT = Duration.ofSeconds(5);

    private static final MutantRun MUTANTS = new MutantRun();

    static List<LostWakeUp> all() {
        return LostWakeUps.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldNameWhoWaitsInVain(LostWakeUp defect) {
        List<String> named = MUTANTS.watch(defect.patches(), defect.program().name(), LIMIT);
        assertTrue(named.stream().anyMatch(one -> one.contains(defect.named())), () -> defect.id() + ": " + named);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameNobodyWhereNoWakeUpIsLost(WaitProgram program) {
        assertEquals(List.of(), MUTANTS.watch(LostWakeUps.NO_NET, program.name(), PATIENT));
    }

    @Test
    void shouldBeOnThePageOfWhatTheKitDoesNotNotice() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "unnoticed.md"));
        for (LostWakeUp one : LostWakeUps.all()) {
            assertTrue(page.contains("| " + one.id() + " | " + one.text() + " | "), one.id());
        }
    }

    @Test
    void shouldHaveTwelveAndTheWrongOrderOfLocks() {
        assertEquals(
                13, LostWakeUps.all().stream().map(LostWakeUp::id).distinct().count());
    }
}
