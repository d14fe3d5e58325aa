package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.measure.perf.PerfOptions;
import dev.fenestra.tools.measure.perf.PerfShape;
import dev.fenestra.tools.measure.perf.PerfTest;
import dev.fenestra.tools.measure.perf.PerfText;
import dev.fenestra.tools.measure.perf.PerfUnit;
import dev.fenestra.tools.testing.NoHang;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of rdma-core, unmodified, on simulated hosts. Without them these tests are left out. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(NoHang.class)
class RealProgramsTest {
    private static final int PATIENCE_SECONDS = 120;
    private static final int PAIRS = 8;
    private static final int MANY = 3_000;

    /** Exit codes of programs that a signal has ended begin here. */
    private static final int KILLED = 128;

    private static final int MOST_CRASHES = 10;

    /** The first card of the first host. */
    private static final String FUNCTION = "/sys/devices/pcif000:01/f000:01:00.0";

    @TempDir
    private Path folder;

    private ServedPrograms programs;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/bin/ibv_rc_pingpong")), "ibv_rc_pingpong is missing: ibverbs-utils");
        programs = ServedPrograms.in(folder);
    }

    @AfterEach
    void stop() throws IOException {
        if (programs != null) {
            programs.close();
        }
    }

    @Test
    void shouldDescribeTheDeviceToIbvDevinfo() throws IOException, InterruptedException {
        Path output = folder.resolve("devinfo");
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of("ibv_devinfo", "-v")), output);
        String text = Files.readString(output);
        assertTrue(text.contains("mlx5_0"), text);
        assertTrue(text.contains("::ffff:10.0.0.2"), text);
        assertTrue(text.contains("PORT_ACTIVE"), text);
    }

    /** What people type first. The tools of infiniband-diags read sysfs, and ask no library. */
    @ParameterizedTest
    @CsvSource({
        "/usr/bin/ibv_devices, ibverbs-utils, mlx5_0",
        "/usr/sbin/ibstat, infiniband-diags, Physical state: LinkUp",
        "/usr/sbin/ibstatus, infiniband-diags, 100 Gb/sec (4X EDR)"
    })
    void shouldDescribeThePortToToolsThatReadSysfs(Path tool, String debianPackage, String shown)
            throws IOException, InterruptedException {
        assumeTrue(Files.exists(tool), tool + " is missing: " + debianPackage);
        Path output = folder.resolve("seen");
        ServedPrograms.assertSuccess(programs.run("alice", output, List.of(tool.toString())), output);
        String text = Files.readString(output);
        assertTrue(text.contains(shown), text);
    }

    @Test
    void shouldListSysfsWithoutAComplaintAndResolvePathsThere() throws IOException, InterruptedException {
        Path output = folder.resolve("seen");
        String device = "/sys/class/infiniband/mlx5_0";
        String commands =
                "ls -laR /sys/class/infiniband && cd " + device + "/ports/1 && cat state && realpath " + device;
        ServedPrograms.assertSuccess(programs.run("alice", output, List.of("sh", "-c", commands)), output);
        String text = Files.readString(output);
        assertFalse(text.contains("No such file"), text);
        assertTrue(text.endsWith("4: ACTIVE\n" + FUNCTION + "/infiniband/mlx5_0\n"), text);
    }

    /** What tools do with a card: they follow the links to its PCI function, and read there. */
    @ParameterizedTest
    @CsvSource({
        "'realpath /sys/class/infiniband/mlx5_0/device', '@'",
        "'readlink -f /sys/class/infiniband_verbs/uverbs0', '@/infiniband_verbs/uverbs0'",
        "'readlink /sys/class/infiniband/mlx5_0/device', '../../../f000:01:00.0'",
        "'cat /sys/class/infiniband/mlx5_0/device/vendor', '0x15b3'",
        "'cat /sys/bus/pci/devices/f000:01:00.0/numa_node', '-1'",
        "'cd /sys/class/infiniband/mlx5_0/device && ls infiniband && pwd -P', 'mlx5_0\n@'",
        "'find /sys/class/infiniband/mlx5_0/ -name port_rcv_data',"
                + " '/sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data'",
        "'grep -rhc . /sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_errors', '1'"
    })
    void shouldLeadFromADeviceToItsPciFunction(String command, String shown) throws IOException, InterruptedException {
        Path output = folder.resolve("seen");
        ServedPrograms.assertSuccess(programs.run("alice", output, List.of("sh", "-c", command)), output);
        assertEquals(shown.replace("@", FUNCTION).replace("\\n", "\n") + "\n", Files.readString(output));
    }

    @Test
    void shouldLetPythonWalkAndReadAllFilesOfACard() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/python3")), "python3 is missing: python3");
        Path output = folder.resolve("seen");
        String walk = "import os; print(len([open(os.path.join(d, f)).read() for d, _, fs in os.walk('" + FUNCTION
                + "') for f in fs if not os.path.islink(os.path.join(d, f))]) > 80,"
                + " os.path.realpath('/sys/class/infiniband/mlx5_0'))";
        ServedPrograms.assertSuccess(programs.run("alice", output, List.of("python3", "-c", walk)), output);
        assertEquals("True " + FUNCTION + "/infiniband/mlx5_0\n", Files.readString(output));
    }

    /** iproute2 asks by RDMA netlink. A long answer is more than the socket has room for. */
    @Test
    void shouldListObjectsToRdmaOfIproute2() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/rdma")), "rdma is missing: iproute2");
        Path output = folder.resolve("seen");
        try (Context device = programs.bench().host("alice").open()) {
            List<ProtectionDomain> many =
                    Stream.generate(device::allocPd).limit(MANY).toList();
            try (ProtectionDomain pd = device.allocPd();
                    CompletionQueue cq = device.createCq(16);
                    QueuePair _ = pd.createQp(QpSpec.rc(cq, cq))) {
                String commands = "rdma dev && rdma link && rdma res && rdma res show pd | wc -l && rdma res show qp"
                        + " && rdma res show cq && rdma res show ctx && rdma res show mr && rdma res show srq";
                ServedPrograms.assertSuccess(programs.run("alice", output, List.of("sh", "-c", commands)), output);
            }
            many.forEach(ProtectionDomain::close);
        }
        String text = Files.readString(output);
        assertTrue(text.contains("0: mlx5_0: node_type ca"), text);
        assertTrue(text.contains("link mlx5_0/1 state ACTIVE physical_state LINK_UP"), text);
        assertTrue(text.contains("pd " + (MANY + 1) + " cq 1 qp 1"), text);
        assertTrue(text.contains("\n" + (MANY + 1) + "\n"), text);
        assertTrue(text.contains("type RC state RESET"), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibv_rc_pingpong -c",
                "ibv_rc_pingpong -e",
                "ibv_uc_pingpong",
                "ibv_ud_pingpong",
                "ibv_srq_pingpong",
                "ibv_xsrq_pingpong"
            })
    void shouldCarryPingpongBetweenHosts(String program) throws IOException, InterruptedException {
        carry(program + " -g 0 -n 50 -p", Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibv_rc_pingpong -c",
                "ibv_uc_pingpong",
                "ibv_ud_pingpong",
                "ibv_srq_pingpong",
                "ibv_xsrq_pingpong"
            })
    void shouldCarryPingpongBetweenTheSecondGids(String program) throws IOException, InterruptedException {
        carry(program + " -g 1 -n 50 -p", Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_write_bw",
                "ib_write_lat",
                "ib_read_bw",
                "ib_read_lat",
                "ib_send_bw",
                "ib_send_lat",
                "ib_send_bw -c UD",
                "ib_send_bw -c XRC",
                "ib_atomic_bw",
                "ib_atomic_lat"
            })
    void shouldRunThePerftestSet(String program) throws IOException, InterruptedException {
        String name = program.replaceAll(" .*", "");
        assumeTrue(Files.exists(Path.of("/usr/bin", name)), name + " is missing: perftest");
        carry(program + " -x 0 -F -n 100 -p", Map.of());
    }

    /** perftest 6.06 writes MB where it means MiB. */
    @ParameterizedTest
    @CsvSource({
        "ib_write_bw, WRITE_BW, RC",
        "ib_write_lat, WRITE_LAT, RC",
        "ib_send_bw, SEND_BW, RC",
        "ib_read_bw -e, READ_BW, RC",
        "ib_write_bw -R, WRITE_BW, RC",
        "ib_send_bw -c UD -s 2048, SEND_BW, UD",
        "ib_send_lat -c UC, SEND_LAT, UC"
    })
    void shouldHaveTheHeadAndTheColumnsOfPerftest(String program, PerfTest test, QpType service)
            throws IOException, InterruptedException {
        String name = program.replaceAll(" .*", "");
        assumeTrue(Files.exists(Path.of("/usr/bin", name)), name + " is missing: perftest");
        carry(program + " -x 0 -F -n 150 -p", Map.of());
        List<String> real = Files.readAllLines(folder.resolve("client"));
        List<String> ours = PerfText.head(
                        like(test, service, program.contains("-e"), program.contains("-R")), PerfUnit.MEBIBYTES)
                .replace("MiB/sec", "MB/sec")
                .lines()
                .toList();
        Set<String> values = Set.of("PCIe relax order", "CQ Moderation", "Mtu", "Max inline data", "Data ex. method");
        int count = 0;
        for (String line : ours.subList(1, ours.size() - 3)) {
            String theirs = real.get(1 + count);
            String field = line.split(":")[0].strip();
            assertEquals(theirs.split(":")[0].strip().replace(" Test", ""), field.replace(" Test", ""), theirs);
            assertTrue(values.contains(field) || line.startsWith(theirs), line + "\n" + theirs);
            count++;
        }
        assertTrue(real.get(1 + count).startsWith("-----"), real.get(1 + count));
        List<String> columns = columns(real.stream()
                .filter(line -> line.startsWith(" #bytes"))
                .findFirst()
                .orElseThrow());
        assertEquals(columns, columns(ours.getLast()).subList(0, columns.size()));
    }

    private static PerfOptions like(PerfTest test, QpType service, boolean byEvents, boolean byCm) {
        PerfOptions usual = PerfOptions.of(test);
        int batch = PerfShape.USUAL.batch();
        return new PerfOptions(
                test,
                List.of(Math.min(usual.mtu().bytes(), test.defaultSize())),
                usual.iterations(),
                usual.qps(),
                usual.depth(),
                usual.mtu(),
                usual.inline(),
                usual.duration(),
                usual.link(),
                usual.mode(),
                usual.warmUp(),
                new PerfShape(service, batch, false, byEvents, byCm));
    }

    private static List<String> columns(String line) {
        return List.of(line.replaceAll("(BW|99%|99.9%) ", "$1_").strip().split(" +"));
    }

    /** UCX replaces mmap, reads sysfs by its literal paths, and looks at the GID of each datagram that it gets. */
    @ParameterizedTest
    @CsvSource({
        "tag_lat, 'rc_verbs,ud_verbs'",
        "tag_bw, 'rc_verbs,ud_verbs'",
        "tag_lat, ud_verbs",
        "tag_bw, ud_verbs",
        "tag_bw, rc_x",
        "ucp_fadd, rc_x",
        "tag_bw, ud_x",
        "tag_lat, all"
    })
    void shouldCarryMessagesOfUcxWithoutASettingOfTheHooks(String test, String transports)
            throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/ucx_perftest")), "ucx_perftest is missing: ucx-utils");
        carry("ucx_perftest -t " + test + " -n 50 -p", Map.of("UCX_TLS", transports));
    }

    @Test
    void shouldShowUcxTheTransportsOfACard() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/ucx_info")), "ucx_info is missing: ucx-utils");
        Path output = folder.resolve("info");
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of("ucx_info", "-d")), output);
        String text = Files.readString(output);
        for (String transport : List.of("rc_verbs", "ud_verbs", "rc_mlx5", "ud_mlx5", "self", "sysv", "posix", "cma")) {
            assertTrue(text.contains("Transport: " + transport), () -> transport + " is missing: " + text);
        }
        assertTrue(text.contains("Connection manager: rdmacm"), text);
    }

    /** Runs a program on both hosts; the port, and on one side the other's address, follow the command. */
    private void carry(String program, Map<String, String> variables) throws IOException, InterruptedException {
        int code = KILLED;
        // The client of perftest -R crashes when its second connection comes before its server listens again.
        for (int tries = 0; code >= KILLED && tries < MOST_CRASHES; tries++) {
            code = carryOnce(program, variables);
        }
        assertEquals(0, code, Files.readString(folder.resolve("client")) + Files.readString(folder.resolve("server")));
    }

    /** Returns the client's exit code. The server must end well when the client does, and ends with it otherwise. */
    private int carryOnce(String program, Map<String, String> variables) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.split(" ")));
        command.add(Integer.toString(freePort()));
        Path said = folder.resolve("server");
        Process listening = programs.run("bob", said, command, variables);
        // RDMA CM knows the hosts by their own addresses.
        command.add(program.contains("-R") ? "10.0.0.2" : "127.0.0.1");
        Path output = folder.resolve("client");
        int code = 1;
        // The server may not listen yet. A client without a server ends at once.
        for (int tries = 0; code != 0 && code < KILLED && listening.isAlive() && tries < 100; tries++) {
            Process client = programs.run("alice", output, command, variables);
            assertTrue(client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> program + " has not ended in time");
            code = client.exitValue();
        }
        if (code == 0) {
            ServedPrograms.assertSuccess(listening, said);
        } else {
            listening.destroyForcibly().waitFor();
        }
        return code;
    }

    /** All in one: the server is its own, and the program runs as a user without rights. */
    @Test
    void shouldServeAUserWithoutRights() throws IOException, InterruptedException {
        String port = Integer.toString(freePort());
        String pingpong = "ibv_rc_pingpong -e -g 0 -n 20 -p " + port;
        OrdinaryUser.run(
                folder,
                pingpong + " & for i in 1 2 3 4 5 6 7 8 9; do sleep 0.3; " + pingpong
                        + " 127.0.0.1 && wait $! && exit 0; done; exit 1");
    }

    @Test
    void shouldLetSevenPairsFinishWhenAProgramOfTheEighthIsKilled() throws IOException, InterruptedException {
        List<Process> servers = new ArrayList<>();
        List<Process> clients = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            // The first pair would go on for minutes.
            String count = i == 0 ? "1000000" : "200";
            List<String> command = new ArrayList<>(
                    List.of("ibv_rc_pingpong", "-e", "-g", "0", "-n", count, "-p", Integer.toString(freePort())));
            servers.add(programs.run("bob", folder.resolve("server" + i), command));
            command.addAll(List.of("127.0.0.1"));
            clients.add(startClient(command, folder.resolve("client" + i)));
        }
        clients.getFirst().destroyForcibly().waitFor();
        for (int i = 1; i < PAIRS; i++) {
            ServedPrograms.assertSuccess(clients.get(i), folder.resolve("client" + i));
            ServedPrograms.assertSuccess(servers.get(i), folder.resolve("server" + i));
        }
        servers.getFirst().destroyForcibly().waitFor();
    }

    /** The server may not listen yet. A client without a server ends at once. */
    private Process startClient(List<String> command, Path output) throws IOException, InterruptedException {
        Process client = programs.run("alice", output, command);
        for (int tries = 0; tries < 100; tries++) {
            boolean ended = client.waitFor(300, TimeUnit.MILLISECONDS);
            if (!ended || client.exitValue() == 0) {
                return client;
            }
            client = programs.run("alice", output, command);
        }
        return client;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
