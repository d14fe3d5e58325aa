package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns in processes of their own, which end as schedulers end them. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class CampaignProcessTest {
    private static final String MAIN = "dev.fenestra.tools.cli.Main";
    private static final long PATIENCE_SECONDS = 600;
    private static final long LOOK_MILLIS = 5;
    private static final int SIGTERM = 128 + 15;

    @TempDir
    private Path folder = Path.of("");

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process each : started) {
            each.descendants().forEach(ProcessHandle::destroyForcibly);
            each.destroyForcibly().waitFor();
        }
    }

    /** The command line of a JVM that runs fenestra. */
    static List<String> fenestra() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        String modules = Arrays.stream(System.getProperty("jdk.module.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(
                modules.isEmpty()
                        ? List.of("-cp", System.getProperty("java.class.path"), MAIN)
                        : List.of("-p", modules, "-m", "dev.fenestra.tools.cli/" + MAIN));
        return command;
    }

    private Process start(Path out, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        started.add(process);
        return process;
    }

    private static void awaitItem(Process process, Path file, Path out) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.exists(file) || !Files.readString(file).contains("\"done\"")) {
            assertFalse(process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS), () -> "no item is done: " + text(out));
            assertTrue(System.nanoTime() < end, () -> "no item is done in time: " + text(out));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void shouldPrintTheSummaryAndHowToGoOnWhenItIsAskedToEnd() throws Exception {
        Path file = folder.resolve("a.jsonl");
        Path out = folder.resolve("out");
        List<String> command = fenestra();
        command.addAll(List.of("soak", "--seed", "3", "--plans", "100000000", "--jobs", "1", "--out", file.toString()));
        Process process = start(out, command);
        awaitItem(process, file, out);
        process.destroy();

        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> text(out));
        assertEquals(SIGTERM, process.exitValue());
        String said = Files.readString(out);
        assertTrue(said.startsWith("soak, seed 3, shard 1/1: "), said);
        assertTrue(said.contains("Nothing was found."), said);
        assertTrue(
                said.contains("To go on: ./fenestra soak --seed 3 --plans 100000000 --jobs 1 --resume " + file), said);
        List<String> lines = Files.readAllLines(file);
        assertTrue(lines.getLast().startsWith("{\"end\":{\"why\":\"stopped\","), lines.getLast());
    }

    /** Three shards by GNU parallel, of which one is killed after its first item. It is begun again, and resumes. */
    @Test
    void shouldReportThreeShardsOfWhichOneWasKilledAsOneRun() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/parallel")), "GNU parallel is not installed (parallel)");
        Path shards = Files.createDirectories(folder.resolve("shards"));
        Path whole = Files.createDirectories(folder.resolve("whole"));
        Path launcher = launcher(shards);
        ProcessBuilder parallel = new ProcessBuilder(
                        Path.of("..", "docs", "campaigns", "parallel.sh").toString(),
                        "3",
                        shards.toString(),
                        "soak",
                        "--seed",
                        "11",
                        "--plans",
                        "150")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        parallel.environment().put("FENESTRA", launcher.toString());
        parallel.environment().put("HOME", folder.toString());
        Process process = parallel.start();
        started.add(process);
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> text(folder.resolve("out")));
        assertEquals(0, process.exitValue(), () -> text(folder.resolve("out")));
        assertTrue(Files.exists(folder.resolve("killed")), "shard 3 was killed once");

        TestTerminal terminal = new TestTerminal();
        assertEquals(
                0, terminal.run("soak", "--seed", "11", "--plans", "150", "--jobs", "1", "--out", whole + "/a.jsonl"));
        assertEquals(merged(whole), merged(shards));
    }

    private static String merged(Path files) {
        TestTerminal terminal = new TestTerminal();
        assertEquals(0, terminal.run("campaign", "merge", files.toString(), "--json"), () -> terminal.err.toString());
        return terminal.out.toString();
    }

    /** Runs fenestra. Of shard 3 the first process is killed when an item is done. */
    private Path launcher(Path shards) throws IOException {
        String java = fenestra().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String script = """
            #!/bin/sh
            case "$*" in *"--shard 3/3"*) ;; *) exec JAVA "$@" ;; esac
            [ -e KILLED ] && exec JAVA "$@"
            JAVA "$@" &
            until grep -q '"done"' FILE 2>/dev/null; do sleep 0.02; done
            kill -9 $!
            touch KILLED
            wait $!
            """.replace("JAVA", java)
                .replace("KILLED", folder.resolve("killed").toString())
                .replace("FILE", shards.resolve("soak-3-of-3.jsonl").toString());
        Path launcher = Files.writeString(folder.resolve("launcher"), script);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return launcher;
    }
}
