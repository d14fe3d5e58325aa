package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of packaged-programs.txt, as Debian ships them: profile programs. It writes the page of real programs to
 * {@code target/programs.md}. The system property {@code programs} is a regular expression that the name of a program
 * contains.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ProgramsIT {
    private static final Pattern CHOSEN = Pattern.compile(System.getProperty("programs", ""));
    private static final String NETWORK = "fenestra-programs";
    private static final int MOST_TRIES = 40;
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private static Path folder;

    private @Nullable ServedPrograms hosts;
    private @Nullable ProgramsPage page;
    private boolean hasNetwork;

    @BeforeAll
    void serve() throws IOException, InterruptedException {
        hosts = ServedPrograms.in(folder);
        page = new ProgramsPage(PackagedProgram.all());
        hasNetwork = makeNetwork();
    }

    /** Programs that look for network interfaces find one with the addresses of the hosts there. */
    private static boolean makeNetwork() throws IOException, InterruptedException {
        removeNetwork();
        String in = "ip -n " + NETWORK + " ";
        return shell(String.join(
                        " && ",
                        "ip netns add " + NETWORK,
                        in + "link set lo up",
                        in + "link add rdma0 type veth peer name rdma1",
                        in + "addr add 10.0.0.1/24 dev rdma0",
                        in + "addr add 10.0.0.2/24 dev rdma0",
                        in + "link set rdma0 up",
                        in + "link set rdma1 up"))
                .isGood();
    }

    private static void removeNetwork() throws IOException, InterruptedException {
        shell("ip netns del " + NETWORK);
    }

    @AfterAll
    void end() throws IOException, InterruptedException {
        if (hosts != null) {
            hosts.close();
            removeNetwork();
        }
        if (page != null) {
            page.write(Path.of("target", "programs.md"));
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldRun() throws IOException {
        return PackagedProgram.all().stream()
                .filter(program -> CHOSEN.matcher(program.name()).find())
                .map(program -> DynamicTest.dynamicTest(program.name(), () -> run(program)));
    }

    private void run(PackagedProgram program) throws IOException, InterruptedException {
        ProgramsPage results = there(page);
        Ended version = shell("dpkg-query -W -f '${Version}' " + program.debianPackage());
        assumeTrue(version.isGood(), program.debianPackage() + " is missing");
        assumeTrue(hasNetwork || !program.needsNetwork(), "networks are missing: root, iproute2");
        Ended ended = program.isPair() ? meet(program) : alone(program);
        Optional<String> figure = program.figure(ended.output);
        boolean isGood = ended.isGood() && figure.isPresent();
        results.add(
                program,
                new ProgramsPage.Result(
                        version.output.strip(),
                        isGood ? ProgramsPage.Result.GOOD : ProgramsPage.Result.FAILED,
                        figure.orElse("")));
        if (!isGood) {
            fail(program + " ended with " + ended.exitCode + ": " + ended.output);
        }
    }

    /** What a command printed, and how it ended. */
    private record Ended(int exitCode, String output) {
        boolean isGood() {
            return exitCode == 0;
        }
    }

    private Ended alone(PackagedProgram program) throws IOException, InterruptedException {
        Path output = folder.resolve("alone");
        return end(start("alice", output, program.joins(), ""), output);
    }

    /** The one that listens may not do so yet. The other one ends at once then, and starts again. */
    private Ended meet(PackagedProgram program) throws IOException, InterruptedException {
        String port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = Integer.toString(socket.getLocalPort());
        }
        Path told = folder.resolve("listens");
        Path output = folder.resolve("joins");
        Process listener = start("bob", told, program.listens(), port);
        try {
            Ended joined = new Ended(1, "");
            for (int tries = 0; !joined.isGood() && listener.isAlive() && tries < MOST_TRIES; tries++) {
                joined = end(start("alice", output, program.joins(), port), output);
            }
            if (!joined.isGood() || program.isEnded()) {
                return joined;
            }
            Ended listened = end(listener, told);
            return listened.isGood() ? joined : listened;
        } finally {
            listener.destroyForcibly().waitFor();
        }
    }

    private Process start(String host, Path output, String command, String port) throws IOException {
        String filled = command.replace("{port}", port).replace("{net}", NETWORK);
        return there(hosts).run(host, output, List.of(filled.split(" ")));
    }

    private static Ended end(Process process, Path output) throws IOException, InterruptedException {
        boolean isEnded = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(output);
        assertTrue(isEnded, "not ended in " + PATIENCE_SECONDS + " s: " + said);
        return new Ended(process.exitValue(), said);
    }

    private static Ended shell(String command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "shell", "");
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return end(process, output);
    }

    private static <T> T there(@Nullable T made) {
        if (made == null) {
            throw new IllegalStateException("nothing was started");
        }
        return made;
    }
}
