package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    @ValueSource(strings = {"mlx4", "rxe", "hns", "irdma"})
    void shouldDoWhatTheSampleWithWindowsDoes(String vendor) throws IOException, InterruptedException {
        assumeLibrary(vendor);
        try (ServedPrograms programs = serve(vendor, "mlx5")) {
            Path output = folder.resolve("output");
            // The window lies on the border of two pages.
            Path program = CPrograms.build(WINDOW, folder, "-DBYTES=8192", "-DWINDOW_AT=4073");

            ServedPrograms.assertSuccess(programs.run("alice", output, List.of(program.toString())), output);

            String refused = programs.bench().host("alice").refusals().toString();
            assertTrue(refused.contains("A7"), () -> "one byte outside of the window: " + refused);
        }
    }

    @ParameterizedTest
    @CsvSource({"mlx4, mlx4", "mlx4, mlx5", "mlx4, rxe", "hns, hns", "hns, mlx4", "irdma, irdma", "irdma, mlx4"})
    void shouldPlayPingPongBetweenCards(String alice, String bob) throws IOException, InterruptedException {
        assumeLibrary(alice);
        assumeLibrary(bob);
        try (ServedPrograms programs = serve(alice, bob)) {
            programs.meet(folder, "bob", "alice", List.of("ibv_rc_pingpong", "-g", "0", "-e", "-c", "-n", "20"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mlx4, ibv_ud_pingpong -g 1",
        "mlx4, ibv_srq_pingpong -g 0 -e",
        "mlx4, ibv_uc_pingpong -g 0",
        "hns, ibv_ud_pingpong -g 1 -e",
        "hns, ibv_srq_pingpong -g 0 -e"
    })
    void shouldPlayPingPongOverOtherTransportsAndSharedQueues(String vendor, String command)
            throws IOException, InterruptedException {
        assumeLibrary(vendor);
        try (ServedPrograms programs = serve(vendor, vendor)) {
            programs.meet(folder, "bob", "alice", List.of((command + " -n 20").split(" ")));
        }
    }

    /** The numbers of QPs and keys of all cards fit the fields of efa's requests. */
    @ParameterizedTest
    @CsvSource({"efa, efa", "efa, mlx5", "mlx4, efa", "efa, rxe", "irdma, irdma", "irdma, efa"})
    void shouldPlayPingPongByDatagramsBetweenCards(String alice, String bob) throws IOException, InterruptedException {
        assumeLibrary(alice);
        assumeLibrary(bob);
        try (ServedPrograms programs = serve(alice, bob)) {
            programs.meet(folder, "bob", "alice", List.of("ibv_ud_pingpong", "-g", "0", "-e", "-c", "-n", "20"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4", "hns", "irdma"})
    void shouldConnectByRdmaCm(String vendor) throws IOException, InterruptedException {
        assumeLibrary(vendor);
        assumeTrue(Files.exists(Path.of("/usr/bin/rping")), "rping is missing: rdmacm-utils");
        try (ServedPrograms programs = serve(vendor, vendor)) {
            Path listens = folder.resolve("listens");
            Process server = programs.run("bob", listens, List.of("rping", "-s", "-a", "10.0.0.2", "-C", "5"));
            programs.join(folder, server, "alice", List.of("rping", "-c", "-a", "10.0.0.2", "-C", "5"));
            ServedPrograms.assertSuccess(server, listens);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mlx4, mlx4_0, MEM_WINDOW_TYPE_2B",
        "hns, hns_0, MEM_WINDOW_TYPE_2B",
        "efa, efa_0, unspecified (4)",
        "irdma, irdma_0, ATOMIC_NONE (0)"
    })
    void shouldShowTheDeviceAsItsOwnLibraryDoes(String vendor, String name, String text)
            throws IOException, InterruptedException {
        assumeLibrary(vendor);
        try (ServedPrograms programs = serve(vendor, "mlx5")) {
            Path output = folder.resolve("output");
            ServedPrograms.assertSuccess(programs.run("alice", output, List.of("ibv_devinfo", "-v")), output);
            String shown = Files.readString(output);
            assertTrue(shown.contains(name) && shown.contains(text), shown);
        }
    }
}
