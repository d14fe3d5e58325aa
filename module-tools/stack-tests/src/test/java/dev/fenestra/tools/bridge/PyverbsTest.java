package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.bridge.PyverbsRun.Outcome;
import dev.fenestra.tools.testing.GeneratedPage;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tests of rdma-core in Python, unmodified, on a simulated host: all modules in one process, as the distribution
 * ships them. With {@code -Dfenestra.pyverbs=all} it is every module for one host, else those that are quick and show
 * the most.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class PyverbsTest {
    private static final Path SHIPPED = Path.of("/usr/share/doc/rdma-core/tests");
    private static final Path PYVERBS = Path.of("/usr/lib/python3/dist-packages/pyverbs");
    private static final boolean IS_WHOLE = "all".equals(System.getProperty("fenestra.pyverbs"));
    private static final int PATIENCE_SECONDS = 300;

    /** Passed, and none failed. */
    private static final int LEAST_PASSED = IS_WHOLE ? 140 : 80;

    private static final String OF_ALL_VENDORS = "addr atomic cq cq_events cqex device pd qp relaxed_ordering ";

    private static final List<String> QUICK = List.of(
            "addr",
            "cq",
            "cq_events",
            "cqex",
            "device",
            "fork",
            "mr",
            "parent_domain",
            "pd",
            "relaxed_ordering",
            "shared_pd",
            "mlx5_cq",
            "mlx5_dm_ops",
            "mlx5_huge_page",
            "mlx5_mkey",
            "mlx5_query_port",
            "mlx5_raw_wqe",
            "mlx5_timestamp",
            "mlx5_uar");

    /** They need another card or another provider, or have a test of their own. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("test_(efa|cuda|rdmacm|mlx5_cuda|mlx5_rdmacm|mlx5_vfio).*");

    private static final Pattern OF_EFA = Pattern.compile("test_(efa|efadv|efa_srd)\\.py");
    private static final List<String> CARDS = List.of("rxe", "mlx4", "hns", "irdma", "efa");
    private static final GeneratedPage PAGE = new GeneratedPage("pyverbs-cards.md");

    private final PyverbsReasons reasons = PyverbsReasons.read();

    @TempDir
    private Path folder;

    PyverbsTest() throws IOException {}

    /** Unpacks them, since Debian compresses the longer ones. */
    private static void unpack(Path into) throws IOException {
        Files.createDirectories(into);
        try (Stream<Path> files = Files.list(SHIPPED)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                boolean isPacked = name.endsWith(".gz");
                try (InputStream raw = Files.newInputStream(file);
                        InputStream bytes = isPacked ? new GZIPInputStream(raw) : raw) {
                    Files.copy(bytes, into.resolve(isPacked ? name.substring(0, name.length() - 3) : name));
                }
            }
        }
    }

    private static List<String> quick(String modules) {
        return Arrays.stream(modules.split(" "))
                .map(module -> "tests.test_" + module)
                .toList();
    }

    private static List<String> whole(Path tests, String card) throws IOException {
        try (Stream<Path> files = Files.list(tests)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("test_\\w+\\.py"))
                    .filter(name -> card.equals("efa") && OF_EFA.matcher(name).matches()
                            || !ELSEWHERE.matcher(name).matches())
                    .map(name -> name.substring(0, name.length() - 3))
                    .sorted()
                    .map(name -> "tests." + name)
                    .toList();
        }
    }

    /** An IPv4 address of this machine that is not its loopback address. */
    private static Optional<Inet4Address> ownAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .map(Inet4Address.class::cast)
                .filter(address -> !address.isLoopbackAddress())
                .findFirst();
    }

    @Test
    void shouldPassTheTestsOfRdmaCore() throws IOException, InterruptedException {
        Path tests = unpacked();
        List<String> modules = IS_WHOLE ? whole(tests, "mlx5") : quick(String.join(" ", QUICK));
        int passed = run(TestBench.builder(), "mlx5", modules).count(Outcome.PASSED);
        assertTrue(passed >= LEAST_PASSED, passed + " passed");
    }

    /** Modules that its library has something for. */
    @ParameterizedTest
    @CsvSource({
        "rxe, 60, " + OF_ALL_VENDORS + "mr",
        "efa, 40, addr cq cq_events cqex device efadv efa_srd mr pd qp qpex",
        "mlx4, 60, " + OF_ALL_VENDORS + "mr",
        "hns, 60, " + OF_ALL_VENDORS + "qpex mr",
        "irdma, 40, addr cq cq_events cqex device mr pd qp relaxed_ordering"
    })
    void shouldPassTheTestsOfRdmaCoreWithOtherLibraries(String vendor, int least, String modules)
            throws IOException, InterruptedException {
        assumeLibrary(vendor);
        unpacked();
        int passed = run(TestBench.builder().provider(vendor), vendor, quick(modules))
                .count(Outcome.PASSED);
        assertTrue(passed >= least, passed + " passed");
    }

    @Test
    @EnabledIfSystemProperty(named = "fenestra.pyverbs", matches = "all")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void shouldBeThePageInTheDocuments() throws IOException, InterruptedException {
        Path tests = unpacked();
        Map<String, PyverbsRun> runs = new LinkedHashMap<>();
        for (String card : CARDS) {
            assumeLibrary(card);
            runs.put(card, run(TestBench.builder().provider(card), card, whole(tests, card)));
        }
        PAGE.assertSays(new PyverbsPage(runs, reasons).markdown());
    }

    /** They connect one device with itself, by the address of the interface that sysfs names. */
    @Test
    void shouldPassTheTestsOfRdmaCm() throws IOException, InterruptedException {
        unpacked();
        Optional<Inet4Address> own = ownAddress();
        assumeTrue(own.isPresent(), "this machine has no IPv4 address but that of its loopback interface");
        assumeTrue(
                Files.exists(Path.of("/usr/sbin/ip")) || Files.exists(Path.of("/bin/ip")), "ip is missing: iproute2");
        int address = ByteBuffer.wrap(own.get().getAddress()).getInt();

        PyverbsRun run = run(
                TestBench.builder().hosts("alice").hcaConfig(_ -> HcaConfig.ofIpv4(address)), "mlx5", quick("rdmacm"));

        assertEquals(10, run.count(Outcome.PASSED));
    }

    private static void assumeLibrary(String vendor) {
        Path library = Path.of("/usr/lib/x86_64-linux-gnu/libibverbs/lib" + vendor + "-rdmav34.so");
        assumeTrue(Files.exists(library), library + " is missing: ibverbs-providers of Debian 12");
    }

    private Path unpacked() throws IOException {
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        assumeTrue(Files.isDirectory(PYVERBS), "pyverbs is missing: python3-pyverbs");
        assumeTrue(Files.exists(SHIPPED.resolve("run_tests.py")), "the tests of rdma-core are missing: rdma-core");
        Path tests = folder.resolve("tests");
        unpack(tests);
        return tests;
    }

    /** Python runs this file first: tests that draw flags draw the same ones in each run. */
    private Path seeded() throws IOException {
        Path chance = Files.createDirectories(folder.resolve("chance"));
        Files.writeString(chance.resolve("sitecustomize.py"), "import random\nrandom.seed(0)\n");
        return chance;
    }

    /** Runs modules on alice. None of their tests may fail, but those that the library itself fails, and they must. */
    private PyverbsRun run(TestBenchBuilder hosts, String card, List<String> modules)
            throws IOException, InterruptedException {
        Path library = BuiltLibrary.library();
        String device = card.equals("rxe") ? "rxe0" : card + "_0";
        BridgePlace place = BridgePlace.at(folder.resolve("place-" + card).resolve("bridge"));
        List<String> log = new ArrayList<>();
        try (BridgeServer _ = BridgeServer.start(place, hosts, log::add)) {
            List<String> command =
                    new ArrayList<>(List.of("/usr/bin/python3", "tests/run_tests.py", "--dev", device, "-v"));
            command.addAll(modules);
            Path output = folder.resolve("output-" + card);
            ProcessBuilder python = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            python.environment().putAll(Programs.environment(place, "alice", library));
            python.environment().put("PYTHONPATH", seeded().toString());
            python.environment().put("PYTHONHASHSEED", "0");
            Process running = python.start();
            boolean ended = running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            running.destroyForcibly();
            String said = Files.readString(output);
            assertTrue(ended, () -> "not ended in time: " + said);
            PyverbsRun run = PyverbsRun.parse(said);
            assertEquals(reasons.declared(card, run), run.failed(), said);
            return run;
        }
    }
}
