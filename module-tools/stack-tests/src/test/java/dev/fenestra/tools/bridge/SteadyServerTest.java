package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Repeats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server in a JVM of its own, with the options that {@code ./fenestra serve} gives it: memory and descriptors after
 * many programs. {@code mvn -Plong verify} runs 1,000 of them.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SteadyServerTest {
    private static final Path LAUNCHER = Path.of("../fenestra");
    private static final Pattern OPTIONS = Pattern.compile("-Xms.*(?=\")");
    private static final int FEW = 10;
    private static final int MANY = Repeats.of(60, 1_000);
    /** Programs of a turn. */
    private static final int TURN = 5;

    private static final int PATIENCE_SECONDS = 60;
    private static final double MORE = 1.1;
    private static final long MOST_BYTES = 400L << 20;

    @TempDir
    private Path folder;

    private @Nullable Process server;

    @BeforeEach
    void assumePrograms() throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_rc_pingpong")), "ibv_rc_pingpong is missing: ibverbs-utils");
    }

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.destroy();
            assertTrue(server.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the server has not ended");
        }
    }

    @Test
    void shouldHaveNoMoreMemoryAndDescriptorsAfterManyProgramsThanAfterFew() throws IOException, InterruptedException {
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        Process running = serve(place);
        server = running;
        run(place, FEW);
        Patience.until("the connections of few programs are closed", () -> served(running) == 0);
        int descriptors = descriptors(running);
        long resident = resident(running);

        run(place, MANY - FEW);

        Patience.until("the connections of many programs are closed", () -> served(running) == 0);
        Patience.until(
                "there are at most 1.1 x " + descriptors + " descriptors",
                () -> descriptors(running) <= MORE * descriptors);
        Patience.until("at most 400 MiB are resident", () -> resident(running) <= MOST_BYTES);
        if (Repeats.ALL) {
            Patience.until(
                    "at most 1.1 x " + resident + " bytes are resident", () -> resident(running) <= MORE * resident);
        }
        assertTrue(running.isAlive());
    }

    private Process serve(BridgePlace place) throws IOException {
        Path ready = folder.resolve("ready");
        Matcher options = OPTIONS.matcher(Files.readString(LAUNCHER));
        assertTrue(options.find(), "the options of a server are in " + LAUNCHER);
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(List.of(options.group().split(" ")));
        String modules = System.getProperty("jdk.module.path");
        String main = "dev.fenestra.tools.cli.Main";
        command.addAll(
                modules == null
                        ? List.of("-cp", System.getProperty("java.class.path"), main)
                        : List.of("-p", modules, "-m", "dev.fenestra.tools.cli/" + main));
        command.addAll(List.of("serve", "--socket", place.socket().toString(), "--ready-file", ready.toString()));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        server = started;
        Patience.until("the server is ready", () -> Files.exists(ready));
        return started;
    }

    /** Programs in turn: one that only looks, and pairs that wait for events and that poll. */
    private void run(BridgePlace place, int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i += TURN) {
            Path output = folder.resolve("output");
            ServedPrograms.assertSuccess(start(place, "alice", output, List.of("ibv_devinfo", "-v")), output);
            meet(place, List.of("ibv_rc_pingpong", "-g", "0", "-n", "50", "-e"));
            meet(place, List.of("ibv_srq_pingpong", "-g", "0", "-n", "50"));
        }
    }

    private void meet(BridgePlace place, List<String> program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("-p", ServedPrograms.freePort()));
        Path told = folder.resolve("listens");
        Process listener = start(place, "bob", told, command);
        command.add("127.0.0.1");
        Path output = folder.resolve("joins");
        int code = 1;
        while (code != 0 && listener.isAlive()) {
            Process joiner = start(place, "alice", output, command);
            assertTrue(joiner.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> program + " has not ended in time");
            code = joiner.exitValue();
        }
        assertEquals(0, code, Files.readString(output));
        ServedPrograms.assertSuccess(listener, told);
    }

    private static Process start(BridgePlace place, String host, Path output, List<String> command) throws IOException {
        ProcessBuilder program =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        program.environment().putAll(Programs.environment(place, host, BuiltLibrary.library()));
        return program.start();
    }

    /** Threads that serve a connection of a program; each ends with its connection. */
    private static int served(Process process) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return (int)
                    tasks.filter(task -> name(task).equals("fenestra-file")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    private static int descriptors(Process process) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return (int) open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of memory that are resident. */
    private static long resident(Process process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
