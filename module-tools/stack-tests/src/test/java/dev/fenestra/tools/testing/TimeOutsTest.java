package dev.fenestra.tools.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** A test that waits for what never comes fails in bounded time, and says where or for what it waited. */
class TimeOutsTest {
    private static final String FILE = "src/test/resources/junit-platform.properties";

    /** As in each module, but sooner. */
    private static final Map<String, String> SOONER = Map.of(
            "junit.jupiter.execution.timeout.default", "250 ms",
            "junit.jupiter.execution.timeout.threaddump.enabled", "false");

    private static SampleRun run;

    @BeforeAll
    static void run() throws Exception {
        FutureTask<SampleRun> sample = new FutureTask<>(() -> SampleRun.of(LostWakeUps.class, SOONER));
        Thread.ofPlatform().daemon().start(sample);
        try {
            run = sample.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            LostWakeUps.IS_OVER.set(true);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "spins, spins",
        "invocation, spinsWithAnArgument",
        "spinsOnAThreadOfTheExtension, spinsOnAThreadOfTheExtension",
        "waitsForALatch, waitsForALatch",
        "waitsForAThread, waitsForAThread",
        "waitsForAProgram, waitsForAProgram",
        "waitsForAPeer, waitsForAPeer"
    })
    void shouldFailATestWhoseWakeUpIsLostAndShowWhereItWaits(String shown, String name) {
        Throwable failure = run.failure(shown);

        assertTrue(failure.getMessage().startsWith(name + "("), failure.getMessage());
        assertTrue(failure.getMessage().endsWith(") timed out after 250 milliseconds"), failure.getMessage());
        List<StackTraceElement> stuck = Arrays.asList(failure.getCause().getStackTrace());
        boolean isInTheTest = name.equals("spinsOnAThreadOfTheExtension")
                ? stuck.stream().anyMatch(at -> at.getClassName().startsWith(NoHang.class.getName()))
                : stuck.stream().anyMatch(at -> at.getMethodName().equals(name));
        assertTrue(isInTheTest, stuck::toString);
    }

    @Test
    void shouldFailATestWhoseCleaningUpNeverEnds() {
        assertEquals(
                "clean() timed out after 250 milliseconds",
                run.failure("spinsWhenItCleansUp").getMessage());
    }

    @Test
    void shouldSayForWhatATestHasWaited() {
        assertEquals(
                "waited 50 ms in vain until the doorbell of value 17 is seen",
                run.failure("waitsWithPatience").getMessage());
    }

    @Test
    void shouldHaveRunThemAll() {
        assertEquals(
                9,
                run.results().values().stream()
                        .filter(result -> result.getStatus() == Status.FAILED)
                        .count());
    }

    @Test
    void shouldEndAPatientWaitThatIsInterrupted() throws InterruptedException {
        FutureTask<Throwable> waiting = new FutureTask<>(() ->
                assertThrows(AssertionError.class, () -> Patience.until("the end of days has come", () -> false)));
        Thread thread = Thread.ofPlatform().start(waiting);
        thread.interrupt();
        assertTrue(thread.join(Duration.ofSeconds(30)));
        assertEquals(
                "interrupted while it waited until the end of days has come",
                waiting.resultNow().getMessage());
    }

    /**
     * A thread that JUnit has left behind takes no processor from the tests after it. Exact: what spins by intent, and
     * ends with its test.
     */
    @Test
    void shouldHeedInterruptsInEachSpin() {
        Set<String> heedless = TestClasses.ALL.stream()
                .flatMap(owner -> owner.getMethods().stream())
                .filter(method -> calls(method, Set.of("onSpinWait")))
                .filter(method -> !calls(method, Set.of("interrupted", "isInterrupted")))
                .map(method -> method.getOwner().getSimpleName())
                .collect(Collectors.toSet());

        assertEquals(Set.of("LostWakeUps", "UnendingCaseTest", "OracleRunTest"), heedless);
    }

    private static boolean calls(JavaMethod method, Set<String> names) {
        return method.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().getName().equals(Thread.class.getName())
                        && names.contains(call.getName()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"module-ib-core", "module-hw-sim", "module-uverbs", "module-vendor-drv"})
    void shouldHoldInEachModule(String module) throws IOException {
        assertEquals(Files.readString(Path.of("stack-tests", FILE)), Files.readString(Path.of("..", module, FILE)));
    }
}
