package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code fenestra} in a folder of its own, with a Maven that builds when it is told to, and a JDK that only
 * says what it was asked.
 */
class LauncherTest {
    private static final Path SCRIPT = Path.of("..", "fenestra");
    private static final List<String> TOOLS =
            List.of("sh", "readlink", "find", "sed", "sleep", "mkdir", "rm", "cat", "touch");

    @TempDir
    private Path folder = Path.of("");

    private final List<Process> started = new ArrayList<>();
    private final List<String> linked = new ArrayList<>();

    @BeforeEach
    void furnish() throws IOException {
        Path tools = Files.createDirectories(home().resolve("module-tools/cli/src/main"));
        Files.createDirectories(home().resolve("module-tools/cli/src/jmh"));
        Path module = Files.createDirectories(home().resolve("module-hw-sim/src/main"));
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        Files.copy(SCRIPT, home().resolve("fenestra"));
        Files.writeString(home().resolve("pom.xml"), "");
        Files.writeString(home().resolve("module-tools/pom.xml"), "");
        Files.writeString(home().resolve("module-tools/cli/pom.xml"), "");
        script("jdk/bin/javac", "exit 0");
        // Files of one tick of the kernel's clock are of one age, so the cache comes later than the stamp.
        script("jdk/bin/java", """
            case "$*" in
                *OldClasses.java*) echo raise >>HOME/calls ;;
                *AOTCacheOutput*) echo cache >>HOME/calls; sleep 0.02; echo cache >DIST/aot ;;
                *) echo "ran ${*##*dev.fenestra.tools.cli.Main }" ;;
            esac\
            """);
        // It takes as long as the test wants.
        script("bin/mvn", """
            echo build >>HOME/builds
            until [ -e HOME/go ]; do sleep 0.02; done
            mkdir -p DIST
            touch DIST/stamp\
            """);
        for (Path old : List.of(
                home().resolve("pom.xml"),
                home().resolve("module-tools/pom.xml"),
                home().resolve("module-tools/cli/pom.xml"),
                module,
                tools,
                tools.resolveSibling("jmh"))) {
            Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
        }
        for (String tool : TOOLS) {
            link(tool);
        }
    }

    @AfterEach
    void end() throws InterruptedException, IOException {
        for (String tool : linked) {
            Files.delete(folder.resolve("bin").resolve(tool));
        }
        for (Process each : started) {
            each.descendants().forEach(ProcessHandle::destroyForcibly);
            each.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"flock", "perl"})
    void shouldBuildOnceWhenTwoCallsComeAtATime(String locker) throws Exception {
        link(locker);
        Process first = launch("demo", "a");
        awaitBuilds(1);
        Process second = launch("demo", "b");
        assertEquals("waiting for another build ...", second.errorReader().readLine());
        go();

        assertEquals("ran demo a", only(first));
        assertEquals("ran demo b", only(second));
        assertEquals(1, builds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"flock", "perl"})
    void shouldBuildAgainWhenABuildWasKilled(String locker) throws Exception {
        link(locker);
        Process first = launch("demo", "a");
        awaitBuilds(1);
        first.descendants().forEach(ProcessHandle::destroyForcibly);
        first.destroyForcibly().waitFor();
        go();

        assertEquals("ran rules", only(launch("rules")));
        assertEquals(2, builds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"flock", "perl"})
    void shouldWaitForABuildWhoseLauncherWasKilled(String locker) throws Exception {
        link(locker);
        Process first = launch("demo", "a");
        awaitBuilds(1);
        first.destroyForcibly().waitFor();
        Process second = launch("demo", "b");
        assertEquals("waiting for another build ...", second.errorReader().readLine());
        go();

        assertEquals("ran demo b", only(second));
        assertEquals(1, builds());
    }

    /** A JVM refuses a cache that was made before a class was raised. Servers have a cache of their own. */
    @Test
    void shouldRaiseOldClassesOnceAndBeforeItMakesTheTwoCaches() throws Exception {
        link("flock");
        go();

        assertEquals("ran rules", only(launch("rules")));
        assertEquals("ran devinfo -v", only(launch("devinfo", "-v")));
        assertEquals(List.of("raise", "cache", "cache"), Files.readAllLines(home().resolve("calls")));
    }

    @Test
    void shouldNeverRemoveALockFile() throws Exception {
        link("flock");
        Path target = Files.createDirectories(home().resolve("module-tools/target"));
        Path lock = Files.writeString(target.resolve("fenestra.lock"), "of somebody");
        Object before = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
        go();

        assertEquals("ran rules", only(launch("rules")));
        assertEquals("of somebody", Files.readString(lock));
        assertEquals(
                before, Files.readAttributes(lock, BasicFileAttributes.class).fileKey());
    }

    @Test
    void shouldSayWhatABuildNeedsWhenNothingCanLock() throws Exception {
        Process process = launch("rules");

        assertTrue(process.waitFor(Patience.LIMIT));
        assertEquals(69, process.exitValue());
        assertEquals(
                "fenestra: building needs flock or perl on the PATH",
                process.errorReader().readLine());
    }

    /** Java starts slower with the flag, so it is given only where a socket option needs it. */
    @ParameterizedTest
    @CsvSource({
        "perf write_bw --link udp_gso, true",
        "perf write_bw --link udp, false",
        "pingpong --gso, true",
        "pingpong --bind fd00::1, true",
        "pingpong --bind 10.0.0.1 10.0.0.2, false",
        "serve --udp fd00::1, true",
        "serve --udp 127.0.0.1 --gso, true",
        "serve --udp 10.0.0.1, false",
        "packet fd00::1, false"
    })
    void shouldPermitNativeCallsOnlyWhereTheArgumentsNeedThem(String arguments, boolean permits) throws Exception {
        link("flock");
        script("jdk/bin/java", """
            case "$*" in
                *AOTCacheOutput*) echo cache >DIST/aot ;;
                *) echo "$*" ;;
            esac\
            """);
        go();

        String command = only(launch(arguments.split(" ")));
        assertTrue(command.endsWith("Main " + arguments), command);
        assertEquals(permits, command.contains("--enable-native-access=dev.fenestra.hw.sim "), command);
    }

    private Path home() {
        return folder.resolve("home");
    }

    private void go() throws IOException {
        Files.writeString(home().resolve("go"), "");
    }

    private long builds() {
        Path log = home().resolve("builds");
        try {
            return Files.exists(log) ? Files.readAllLines(log).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitBuilds(long wanted) {
        Patience.until("build " + wanted + " begins", () -> builds() >= wanted);
    }

    private Process launch(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        folder.resolve("bin/sh").toString(),
                        home().resolve("fenestra").toString())
                .directory(folder.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("bin").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** The only line that a call prints, which ends well. */
    private static String only(Process process) throws Exception {
        assertTrue(process.waitFor(Patience.LIMIT), "it ends");
        try (BufferedReader out = process.inputReader()) {
            String text = String.join("\n", out.lines().toList());
            assertEquals(
                    0,
                    process.exitValue(),
                    () -> text + "\n" + process.errorReader().lines().toList());
            return text;
        }
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(
                folder.resolve(name),
                "#!" + folder.resolve("bin/sh") + "\n"
                        + text.replace(
                                        "DIST",
                                        home().resolve("module-tools/target/dist")
                                                .toString())
                                .replace("HOME", home().toString())
                        + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void link(String tool) throws IOException {
        Path place = List.of("/usr/bin", "/bin").stream()
                .map(at -> Path.of(at, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of(""));
        assumeTrue(Files.isExecutable(place) && !place.toString().isEmpty(), "there is no " + tool + " here");
        Files.createSymbolicLink(folder.resolve("bin").resolve(tool), place);
        linked.add(tool);
    }
}
