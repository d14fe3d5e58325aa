package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Meetings of Fenestra and Linux's soft-RoCE in a guest: of unmodified programs of rdma-core, and of single verbs, with
 * an endpoint of the project's own in the guest. The table of the cases is written to {@code target/linux-peer.md}.
 *
 * <p>System properties: {@code linux.peer.cache} is the folder of the guest, {@code linux.peer.cases} a regular
 * expression that the name of a case contains, {@code linux.peer.runs} how often all of them run,
 * {@code linux.peer.seed} where random requests begin, {@code linux.peer.provider} whose card Fenestra's side has, such
 * as rxe, and {@code linux.peer.network} the name of the network namespace. With {@code linux.peer.host} and
 * {@code linux.peer.own} there is no guest: the single verbs meet {@code verbs-endpoint} on a machine of the user.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LinuxPeerIT {
    private static final String HOST = System.getProperty("linux.peer.host", "");
    private static final String OWN = System.getProperty("linux.peer.own", "");
    private static final List<String> NEEDED =
            List.of("qemu-system-x86_64", "debootstrap", "cpio", "busybox", "ip", "tcpdump", "rping", "gcc");
    private static final Pattern CASES = Pattern.compile(System.getProperty("linux.peer.cases", ""));
    private static final int RUNS = Integer.getInteger("linux.peer.runs", 1);
    private static final long SEED = Long.getLong("linux.peer.seed", 1);

    private final ResultTable table = new ResultTable();
    private @Nullable Guest guest;
    private @Nullable ProgramMeetings programs;
    private @Nullable EndpointMeetings endpoints;

    @BeforeAll
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void prepare() throws IOException, InterruptedException {
        Path captures = Path.of("target", "linux-peer-captures");
        if (HOST.isEmpty()) {
            bootTheGuest(captures);
        } else {
            endpoints = EndpointMeetings.with(HOST, OWN, captures);
        }
    }

    private void bootTheGuest(Path captures) throws IOException, InterruptedException {
        assumeTrue(Shell.run("test $(id -u) = 0").isGood(), "the guest's network needs root");
        for (String program : NEEDED) {
            assumeTrue(
                    Shell.has(program),
                    program + " is missing: apt-get install qemu-system-x86 debootstrap cpio busybox-static xz-utils"
                            + " iproute2 tcpdump rdma-core rdmacm-utils ibverbs-utils perftest gcc libibverbs-dev");
        }
        Path image = Path.of(System.getProperty("linux.peer.cache", "target/linux-peer"));
        Shell.Ended built = Shell.run("src/linux-peer/build-guest.sh " + image.toAbsolutePath());
        assertTrue(built.isGood(), built.output());
        Shell.Ended network = PeerNetwork.make();
        assertTrue(network.isGood(), network.output());
        PeerNetwork.join();
        guest = Guest.boot(image.toAbsolutePath());
        Shell.Ended link = guest.run(Impairment.install() + "\nip address add " + Guest.IPV6 + "/64 dev eth0 nodad");
        assertTrue(link.isGood(), link.output());
        programs = ProgramMeetings.start(guest, captures);
        endpoints = EndpointMeetings.start(guest, captures);
    }

    @AfterAll
    void endTheGuest() throws IOException, InterruptedException {
        if (programs != null) {
            programs.close();
        }
        if (guest != null) {
            guest.close();
            PeerNetwork.remove();
        }
        if (endpoints != null) {
            table.write(Path.of("target", "linux-peer.md"));
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldMeetALinuxPeer() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (int run : IntStream.rangeClosed(1, RUNS).toArray()) {
            for (PeerCase one : HOST.isEmpty() ? PeerCase.all() : List.<PeerCase>of()) {
                add(
                        tests,
                        run,
                        new Named(one.toString(), one.title(), one.role()),
                        () -> there(programs).run(one));
            }
            for (EndpointCase one : EndpointCase.all()) {
                if (there(endpoints).canRun(one)) {
                    Named named = new Named(one.toString(), one.title(), one.role());
                    add(tests, run, named, () -> there(endpoints).run(one, seed(run)));
                }
            }
        }
        return tests.stream();
    }

    /** Each run has its own random requests, with room for more meetings. */
    private static long seed(int run) {
        return (SEED + run) * 100;
    }

    /** What a case found, when nothing failed. */
    record Result(int meetings, Set<SoftRoce> deviations) {}

    /** A case with its names: in full, in the table, and the column there. */
    private record Named(String full, String title, String role) {}

    /** A case that throws what is wrong. */
    private interface Body {
        Result run() throws IOException, InterruptedException;
    }

    private void add(List<DynamicTest> tests, int run, Named name, Body body) {
        if (CASES.matcher(name.full()).find()) {
            String shown = RUNS == 1 ? name.full() : name.full() + ", run " + run;
            tests.add(DynamicTest.dynamicTest(shown, () -> note(name, body)));
        }
    }

    private void note(Named name, Body body) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Result result = null;
        if (guest != null) {
            // JUnit runs dynamic tests on another thread than what prepares them.
            PeerNetwork.join();
        }
        try {
            result = body.run();
        } finally {
            double seconds = (System.nanoTime() - start) / 1e9;
            Result noted = result == null ? new Result(1, Set.of()) : result;
            table.add(name.title(), name.role(), result != null, seconds, noted);
        }
    }

    private static <T> T there(@Nullable T started) {
        return Objects.requireNonNull(started, "there is no guest");
    }
}
