package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever takes long shows its progress, and when it is asked to end it says how far it was and how to go on. The test
 * asks as a scheduler does: where a build runs in the background, nobody hears Ctrl-C.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class InterruptTest {
    private static final long PATIENCE_SECONDS = 300;
    private static final long LOOK_MILLIS = 5;
    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path folder = Path.of("");

    private final List<Run> started = new ArrayList<>();

    /**
     * What takes long.
     *
     * @param line of arguments
     * @param progress what its progress contains
     * @param words parts of what it says when it is asked to end
     */
    private record LongRun(String line, String progress, String... words) {
        /** Which equality of arrays nobody needs. */
        List<String> parts() {
            return Arrays.asList(words);
        }
    }

    /** One of each way of working; conformance, mutants and explore go the way of oracle. */
    private static final List<LongRun> ALL = List.of(
            new LongRun(
                    "oracle --seed 5 --verbs 100000000",
                    "verbs, ",
                    "windows of type 2a, seed 5: ",
                    "To go on: ./fenestra oracle --verbs 100000000 --seed "),
            new LongRun(
                    "oracle --provider mlx5 --seed 5 --verbs 100000000",
                    "verbs, ",
                    "mlx5, seed 5: ",
                    "A run with --out FILE.jsonl can go on later."),
            new LongRun(
                    "soak --seed 5 --plans 100000000 -j --jobs 1",
                    "plans, ",
                    "\"command\": \"soak\"",
                    "it was stopped"),
            new LongRun(
                    "explore --depth 6 --defect bind-index",
                    "states, ",
                    "with bind-index, depth 6: ",
                    "./fenestra explore --defect bind-index --depth N, less than 6"));

    private record Run(LongRun what, Process process, Path out, Path err) {
        void awaitProgress() throws Exception {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!Files.readString(err).contains(what.progress())) {
                assertFalse(process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS), this::said);
                assertTrue(System.nanoTime() < end, this::said);
            }
        }

        String said() {
            try {
                return what.line() + ": " + Files.readString(out) + Files.readString(err);
            } catch (IOException e) {
                return e.toString();
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Run each : started) {
            each.process().descendants().forEach(ProcessHandle::destroyForcibly);
            each.process().destroyForcibly().waitFor();
        }
    }

    private void start(LongRun what, int number) throws IOException {
        List<String> command = new ArrayList<>(CampaignProcessTest.fenestra());
        command.add(1, "-Dfenestra.terminal=err");
        command.addAll(List.of(what.line().split(" ")));
        Path out = folder.resolve("out" + number);
        Path err = folder.resolve("err" + number);
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        started.add(new Run(what, process, out, err));
    }

    @Test
    void shouldShowProgressAndSayHowToGoOnWhenItIsAskedToEnd() throws Exception {
        for (LongRun what : ALL) {
            start(what, started.size());
        }
        for (Run run : started) {
            run.awaitProgress();
            run.process().destroy();
            assertTrue(run.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), run::said);
            assertEquals(SIGTERM, run.process().exitValue(), run::said);
            String out = Files.readString(run.out());
            assertAll(run.what().parts().stream()
                    .map(part -> () -> assertTrue(out.contains(part), part + " in " + run.said())));
        }
    }
}
