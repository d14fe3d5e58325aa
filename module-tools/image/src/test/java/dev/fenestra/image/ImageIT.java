package dev.fenestra.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageIT {
    private static final String MAIN = "dev.fenestra.tools.cli/dev.fenestra.tools.cli.Main";
    private static final long LIMIT_BYTES = 90_000_000;
    private static final Path DEVINFO = Path.of("/usr/bin/ibv_devinfo");

    @TempDir
    private static Path folder = Path.of("");

    private static Image image = new Image(Path.of(""));

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        image = Image.unpackedIn(folder);
    }

    @Test
    void shouldStayBelow90MegabytesUnpacked() throws IOException {
        long bytes = image.bytes();
        assertTrue(bytes < LIMIT_BYTES, () -> bytes + " bytes");
    }

    @Test
    void shouldShowItsHelpWithoutAJavaOnThePath() throws Exception {
        image.fenestra("--help").succeeded().says("Usage: fenestra").says("conformance");
    }

    @Test
    void shouldStartThroughALink() throws Exception {
        Path link = folder.resolve("bin").resolve("fenestra");
        // The script asks for the target of a link with this program.
        Files.createSymbolicLink(
                folder.resolve("bin").resolve("readlink"),
                Path.of("/usr/bin/readlink").toRealPath());
        Files.createSymbolicLink(link, image.program("fenestra"));
        image.run(List.of(link.toString(), "--version")).succeeded().says("fenestra 0.1");
    }

    /** With the mode "on" a JVM ends when it cannot use the cache. */
    @Test
    void shouldUseItsStartUpCacheInAnotherFolder() throws Exception {
        Path cache = image.root().resolve("lib/fenestra/fenestra.aot");
        List<String> command = new ArrayList<>(List.of(image.program("java").toString(), "-XX:+UseSerialGC"));
        command.addAll(List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache, "-m", MAIN, "--version"));
        image.run(command).succeeded().says("fenestra 0.1");

        Files.move(cache, folder.resolve("moved"));
        try {
            assertEquals(1, image.run(command).exitCode());
            image.fenestra("--version").succeeded().says("fenestra 0.1");
        } finally {
            Files.move(folder.resolve("moved"), cache);
        }
    }

    @Test
    void shouldRunTheDemoAndTheConformanceKit() throws Exception {
        image.fenestra("demo").succeeded().says("Every step went as the rules say.");
        image.fenestra("conformance", "--rule", "A7", "--verbs", "200")
                .succeeded()
                .says("mlx5 keeps the rules");
    }

    @Test
    void shouldCompileAndRunAProgramOfItsUser() throws Exception {
        Path program = Files.writeString(folder.resolve("Hello.java"), """
            import dev.fenestra.tools.bench.TestBench;

            void main(String[] arguments) {
                try (var bench = TestBench.twoHosts()) {
                    IO.println("hello " + bench.host("alice").name() + " " + arguments[0]);
                }
            }
            """);
        image.fenestra("run", program.toString(), "7").succeeded().says("hello alice 7");

        Path broken = Files.writeString(folder.resolve("Broken.java"), "void main() { nothing }");
        Image.Outcome outcome = image.fenestra("run", broken.toString());
        assertEquals(1, outcome.exitCode());
        outcome.says("does not compile");
    }

    @Test
    void shouldOpenAShell() throws Exception {
        Path snippets = Files.writeString(folder.resolve("snippets"), "System.out.println(6 * 7)\n/exit\n");
        image.fenestra("shell", snippets.toString()).succeeded().says("42");
    }

    @Test
    void shouldTestAProviderThatIsNoPartOfIt() throws Exception {
        image.fenestra("new-provider", "acme", folder.resolve("acme").toString())
                .succeeded();
        Path classes = folder.resolve("acme-classes");
        List<String> command = new ArrayList<>(List.of(image.program("javac").toString(), "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(folder.resolve("acme/src/main/java"))) {
            files.filter(it -> it.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(command::add);
        }
        image.run(command).succeeded();

        image.fenestra("conformance", "--modules", classes.toString(), "--provider", "acme", "--rule", "A7")
                .succeeded()
                .says("acme keeps the rules");
    }

    /** There is no C compiler on the path: the library comes with the image. */
    @Test
    void shouldRunAProgramOfRdmaCore() throws Exception {
        assumeTrue(Files.isExecutable(DEVINFO), "ibv_devinfo is missing: ibverbs-utils");
        image.fenestra("exec", "--", DEVINFO.toString()).succeeded().says("mlx5_0");
        assertTrue(Files.notExists(folder.resolve("home/.cache")), "the library was built anew");
    }
}
