package dev.fenestra.tools.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unmodified libraries of other vendors than mlx5, each on a card of its own. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class VendorLibrariesTest {
    private static final int PATIENCE_SECONDS = 60;
    private static final Path WINDOW = Path.of("src/samples/c-window/window.c");

    @TempDir
    private Path folder;

    private static void assumeLibrary(String vendor) {
        Path library = Path.of("/usr/lib/x86_64-linux-gnu/libibverbs/lib" + vendor + "-rdmav34.so");
        assumeTrue(Files.exists(library), library + " is missing: ibverbs-providers of Debian 12");
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_rc_pingpong")), "ibv_rc_pingpong is missing: ibverbs-utils");
    }

    private ServedPrograms serve(String alice, String bob) throws IOException {
        return ServedPrograms.in(
                folder, TestBench.builder().provider("alice", alice).provider("bob", bob));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4", "rxe"})
    void shouldDoWhatTheSampleWithWindowsDoes(String vendor) throws IOException, InterruptedException {
        assumeLibrary(vendor);
        try (ServedPrograms programs = serve(vendor, "mlx5")) {
            Path output = folder.resolve("output");
            String program = CPrograms.build(WINDOW, folder).toString();

            ServedPrograms.assertSuccess(programs.run("alice", output, List.of(program)), output);

            String refused = programs.bench().host("alice").refusals().toString();
            assertTrue(refused.contains("A7"), () -> "one byte outside of the window: " + refused);
        }
    }

    @ParameterizedTest
    @CsvSource({"mlx4, mlx4", "mlx4, mlx5", "mlx4, rxe"})
    void shouldPlayPingPongBetweenCards(String alice, String bob) throws IOException, InterruptedException {
        assumeLibrary(alice);
        assumeLibrary(bob);
        try (ServedPrograms programs = serve(alice, bob)) {
            List<String> command =
                    new ArrayList<>(List.of("ibv_rc_pingpong", "-g", "0", "-e", "-c", "-n", "20", "-p", freePort()));
            Path listens = folder.resolve("listens");
            Process server = programs.run("bob", listens, command);
            command.add("127.0.0.1");
            Path output = folder.resolve("output");
            int code = 1;
            // The server may not listen yet. A client without a server ends at once.
            for (int tries = 0; code == 1 && server.isAlive() && tries < 100; tries++) {
                Process client = programs.run("alice", output, command);
                assertTrue(client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the client has not ended in time");
                code = client.exitValue();
            }
            assertEquals(0, code, Files.readString(output));
            ServedPrograms.assertSuccess(server, listens);
        }
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    @Test
    void shouldShowTheDeviceAsItsOwnLibraryDoes() throws IOException, InterruptedException {
        assumeLibrary("mlx4");
        try (ServedPrograms programs = serve("mlx4", "mlx5")) {
            Path output = folder.resolve("output");
            ServedPrograms.assertSuccess(programs.run("alice", output, List.of("ibv_devinfo", "-v")), output);
            String shown = Files.readString(output);
            assertTrue(shown.contains("mlx4_0") && shown.contains("MEM_WINDOW_TYPE_2B"), shown);
        }
    }
}
