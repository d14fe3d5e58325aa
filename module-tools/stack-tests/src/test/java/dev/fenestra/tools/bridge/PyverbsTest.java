package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    private static final Pattern RUN = Pattern.compile("Ran (\\d+) tests");
    private static final Pattern SKIPPED = Pattern.compile("skipped=(\\d+)");

    @TempDir
    private Path folder;

    private static int number(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

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

    private static List<String> modules(Path tests) throws IOException {
        if (!IS_WHOLE) {
            return QUICK.stream().map(module -> "tests.test_" + module).toList();
        }
        try (Stream<Path> files = Files.list(tests)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("test_\\w+\\.py"))
                    .map(name -> name.substring(0, name.length() - 3))
                    .filter(name -> !ELSEWHERE.matcher(name).matches())
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
        int passed = pass(TestBench.builder(), "mlx5_0", modules(tests));
        assertTrue(passed >= LEAST_PASSED, passed + " passed");
    }

    /** As the page of each vendor lists them, but for modules that its library has nothing for. */
    @ParameterizedTest
    @CsvSource({
        "efa, 40, addr cq cq_events cqex device efadv efa_srd mr pd qp qpex",
        "mlx4, 60, " + OF_ALL_VENDORS + "mr",
        // libhns refuses the bind of two tests of type 1 before it reaches the card.
        "hns, 60, " + OF_ALL_VENDORS
                + "qpex mr.MRTest mr.MWTest.test_mw_type2 mr.MWTest.test_mw_type2_invalidate_remote",
        // A number of receives of one test of qp overflows in libirdma.
        "irdma, 30, addr cq cq_events cqex device mr pd relaxed_ordering"
    })
    void shouldPassTheTestsOfRdmaCoreWithOtherLibraries(String vendor, int least, String modules)
            throws IOException, InterruptedException {
        Path library = Path.of("/usr/lib/x86_64-linux-gnu/libibverbs/lib" + vendor + "-rdmav34.so");
        assumeTrue(Files.exists(library), library + " is missing: ibverbs-providers of Debian 12");
        unpacked();
        List<String> names = Arrays.stream(modules.split(" "))
                .map(module -> "tests.test_" + module)
                .toList();
        int passed = pass(TestBench.builder().provider(vendor), vendor + "_0", names);
        assertTrue(passed >= least, passed + " passed");
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

        int passed = pass(
                TestBench.builder().hosts("alice").hcaConfig(_ -> HcaConfig.ofIpv4(address)),
                "mlx5_0",
                List.of("tests.test_rdmacm"));

        assertEquals(10, passed);
    }

    private Path unpacked() throws IOException {
        String missing = Shim.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        assumeTrue(Files.isDirectory(PYVERBS), "pyverbs is missing: python3-pyverbs");
        assumeTrue(Files.exists(SHIPPED.resolve("run_tests.py")), "the tests of rdma-core are missing: rdma-core");
        Path tests = folder.resolve("tests");
        unpack(tests);
        return tests;
    }

    /** Runs modules on alice. None of their tests may fail; returns how many passed. */
    private int pass(TestBenchBuilder hosts, String device, List<String> modules)
            throws IOException, InterruptedException {
        Path library = BuiltShim.library();
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        List<String> log = new ArrayList<>();
        try (BridgeServer _ = BridgeServer.start(place, hosts, log::add)) {
            List<String> command =
                    new ArrayList<>(List.of("/usr/bin/python3", "tests/run_tests.py", "--dev", device, "-v"));
            command.addAll(modules);
            Path output = folder.resolve("output");
            ProcessBuilder python = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            python.environment().putAll(Programs.environment(place, "alice", library));
            Process running = python.start();
            boolean ended = running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            running.destroyForcibly();
            String said = Files.readString(output);
            assertTrue(ended, () -> "not ended in time: " + said);
            assertEquals(0, running.exitValue(), said);
            return number(RUN, said) - number(SKIPPED, said);
        }
    }
}
