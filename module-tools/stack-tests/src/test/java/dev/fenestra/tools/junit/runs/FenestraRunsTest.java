package dev.fenestra.tools.junit.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.TestExecutionResult.Status.ABORTED;
import static org.junit.platform.engine.TestExecutionResult.Status.FAILED;
import static org.junit.platform.engine.TestExecutionResult.Status.SUCCESSFUL;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.junit.BrokenDutiesError;
import dev.fenestra.tools.junit.LeakedObjectsError;
import dev.fenestra.tools.observe.report.JournalFile;
import dev.fenestra.tools.testing.SampleRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs classes whose tests misbehave, and looks at what the extension makes of them. */
class FenestraRunsTest {

    @Test
    void shouldFailATestThatLeavesObjectsAndNameHolderAndCreationSite() {
        SampleRun run = SampleRun.of(Leaky.class);

        LeakedObjectsError error = assertInstanceOf(LeakedObjectsError.class, run.failure("leavesARegionWithAWindow"));
        assertLinesMatch(
                List.of(
                        "still alive \\(seed 0, replay with -Dfenestra.seed=0\\):",
                        "  MR 5 of bob \\(mlx5_0\\), held by 1 bound window, created at .*"
                                + "Leaky.leavesARegionWithAWindow\\(Leaky.java:\\d+\\)",
                        "  MW 6 of bob \\(mlx5_0\\), created at .*Leaky.java:\\d+\\)"),
                error.getMessage().lines().toList());
    }

    @Test
    void shouldFailATestThatLeavesADeviceOpen() {
        String message = SampleRun.of(Leaky.class).failure("leavesADeviceOpen").getMessage();

        assertContains("CTX 1 of alice (mlx5_0), created at", List.of(message));
        assertContains("Leaky.leavesADeviceOpen(Leaky.java:", List.of(message));
    }

    @Test
    void shouldFailATestThatDoesNotKeepItsDutiesAndNameBothPlaces() {
        SampleRun run = SampleRun.of(Careless.class, Map.of("fenestra.artefacts", "off"));

        BrokenDutiesError error = assertInstanceOf(BrokenDutiesError.class, run.failure("changesWhatItSends"));
        assertLinesMatch(
                List.of(
                        "duties were not kept \\(seed 0, replay with -Dfenestra.seed=0\\):",
                        "USE-1 \\(error\\), alice: bytes of a posted request have changed .*",
                        "  request  RDMA_WRITE wrId=1 on QP 0x.* of alice, at"
                                + " .*changesWhatItSends\\(Careless.java:\\d+\\)",
                        "  object   MR 3, bytes 0x.*\\+61",
                        "  before   00( 00){15}",
                        "  after    01( 00){15}",
                        "  repair   Poll the completion .*"),
                error.getMessage().lines().toList());
        String message = run.failure("overlapsItsReceives").getMessage();
        assertContains("receive wrId=2 on QP", List.of(message));
        assertContains("receive wrId=1 on QP", List.of(message));
        assertEquals(SUCCESSFUL, run.status("waitsBeforeItChanges"));
        assertEquals(SUCCESSFUL, run.status("mayOverlapItsReceives"));
        assertEquals(SUCCESSFUL, run.status("isNotChecked"));
    }

    @Test
    void shouldTellOfLeaksOnlyWhenTheTestHasNotFailedAlready() {
        SampleRun run = SampleRun.of(Leaky.class);

        assertEquals(
                List.of(
                        "on purpose",
                        "on a Fenestra bench: seed 0, replay with -Dfenestra.seed=0; journal and capture in "
                                + "target/fenestra/dev.fenestra.tools.junit.runs.Leaky.failsBeforeItCloses, report "
                                + "target/fenestra/dev.fenestra.tools.junit.runs.Leaky.failsBeforeItCloses.html"),
                run.told("failsBeforeItCloses"));
        assertEquals(ABORTED, run.status("givesUp"));
        assertEquals(0, run.failure("givesUp").getSuppressed().length);
        assertEquals(SUCCESSFUL, run.status("closesAll"));
        assertEquals(SUCCESSFUL, run.status("Leaky"));
    }

    @Test
    void shouldShareTheBenchOfAClassAndBlameEachForItsOwnLeaks() {
        Shared.SEEN.clear();
        SampleRun run = SampleRun.of(Shared.class);

        assertEquals(3, Shared.SEEN.size());
        assertEquals(1, Set.copyOf(Shared.SEEN).size());
        assertEquals(SUCCESSFUL, run.status("usesWhatIsShared"));
        assertEquals(FAILED, run.status("leavesSomething"));
        assertEquals(SUCCESSFUL, run.status("isNotBlamedForOthers"));
        assertLinesMatch(
                List.of("still alive .*", "  PD 1 of alice .* created at .*Shared.create\\(Shared.java:\\d+\\)"),
                run.failure("Shared").getMessage().lines().toList());
    }

    @Test
    void shouldTakeTheSeedFromTheTestOrFromTheRun() {
        Seeded.SEEN.clear();
        SampleRun run = SampleRun.of(Seeded.class, Map.of("fenestra.seed", "0x10", "fenestra.artefacts", "off"));
        SampleRun.of(Seeded.class, Map.of("fenestra.seed", "random"));
        SampleRun.of(Seeded.class);

        assertEquals(16, Seeded.SEEN.getFirst());
        assertEquals(0, Seeded.SEEN.getLast());
        assertEquals(3, Seeded.SEEN.size());
        assertEquals(List.of("on purpose", "on a Fenestra bench: seed 42, fixed by @Fenestra"), run.told("hasItsOwn"));
    }

    @Test
    void shouldTellWhatAllHostsRefusedDuringTheTestThatFails() {
        SampleRun run = SampleRun.of(Refusing.class, Map.of("fenestra.artefacts", "off"));

        List<String> told = run.told("readsThroughAWindowThatMayBeWrittenOnly");
        assertEquals(3, told.size(), told::toString);
        assertLinesMatch(
                List.of("bob refused: A5 the window does not grant the remote right -> NAK 0x62 \\(QP 0x.*\\)"),
                told.get(1).lines().toList());
        assertEquals(
                List.of("on purpose", "on a Fenestra bench: seed 0, replay with -Dfenestra.seed=0"),
                run.told("refusesNothing"));
    }

    @Test
    void shouldLeaveReportJournalAndCaptureOfATestThatFailsAndNothingOfOthers(@TempDir Path folder)
            throws IOException, InputException {
        SampleRun run = SampleRun.of(Refusing.class, Map.of("fenestra.artefacts", folder.toString()));

        Path shown = folder.resolve(Refusing.class.getName());
        Path page = folder.resolve(Refusing.class.getName() + ".html");
        assertTrue(run.failure("refusesNothing").getSuppressed()[0].toString().endsWith(shown + ".html"));
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(List.of(shown, page), all.sorted().toList());
        }
        String report = Files.readString(page);
        assertTrue(report.contains("<title>" + Refusing.class.getName() + "</title>"));
        String opening = report.replaceAll("(?s).*(\"opens\":\\{[^}]*}).*", "$1");
        assertTrue(opening.contains(Refusing.class.getName() + " has failed"), opening);
        assertTrue(opening.contains("AssertionFailedError: expected:"), opening);
        JournalFile recorded = JournalFile.read(Files.readString(shown.resolve("journal.json")));
        assertTrue(recorded.rules().stream().anyMatch(rule -> rule.id().equals("A5")), "the rule is explained");
        String journal = Files.readString(shown.resolve("journal.txt"));
        assertTrue(journal.contains("REFUSED [A5]"), journal);
        byte[] capture = Files.readAllBytes(shown.resolve("capture.pcapng"));
        assertEquals(0x0a0d0d0a, ByteBuffer.wrap(capture).getInt());
        assertTrue(capture.length > 200);
    }

    @Test
    void shouldKeepTheFilesOfALongFailureSmallWithItsNewestEvents(@TempDir Path folder)
            throws IOException, InputException {
        SampleRun.of(Chatty.class, Map.of("fenestra.artefacts", folder.toString()));

        try (Stream<Path> all = Files.walk(folder).filter(Files::isRegularFile)) {
            for (Path file : all.toList()) {
                assertTrue(Files.size(file) <= 2 << 20, () -> file + " has more than 2 MB");
            }
        }
        Path shown = folder.resolve(Chatty.class.getName() + ".writesForLongAndFails");
        JournalFile recorded = JournalFile.read(Files.readString(shown.resolve("journal.json")));
        assertTrue(recorded.dropped() > 0);
        assertEquals(recorded.dropped(), recorded.events().getFirst().n());
        String newest = "completion wr=" + (Chatty.WRITES - 1) + " SUCCESS";
        assertTrue(Files.readString(shown.resolve("journal.txt")).contains(newest), newest);
        assertTrue(Files.size(shown.resolve("capture.pcapng")) > 1 << 20);
    }

    @Test
    void shouldRunATestOnceForEachOfItsSeeds() {
        Repeated.SEEN.clear();
        SampleRun.of(Repeated.class, Map.of("fenestra.seed", "7", "fenestra.artefacts", "off"));

        assertEquals(List.of(7L, 8L, 9L), Repeated.SEEN);
    }

    @Test
    void shouldSayWhyABenchCannotBeBuilt() {
        SampleRun many = SampleRun.of(Seeded.class, Map.of("fenestra.seed", "many"));

        assertContains("fenestra.seed is a number or random, not \"many\"", many.told("takesThatOfTheRun"));
        assertContains(
                "a bench has 1 to 254 hosts, not 0", SampleRun.of(Seeded.class).told("cannotBeBuilt"));
    }

    @Test
    void shouldSetUpTheBenchAsTheTestAsks() {
        SetUp.SEEN.clear();
        SampleRun run = SampleRun.of(SetUp.class);

        assertEquals(SUCCESSFUL, run.status("goesThroughTheSetup"));
        assertEquals(List.of("built with seed 5", "packet on seed 5", "packet on seed 5"), SetUp.SEEN);
    }

    private static void assertContains(String part, List<String> told) {
        assertTrue(told.toString().contains(part), told::toString);
    }
}
