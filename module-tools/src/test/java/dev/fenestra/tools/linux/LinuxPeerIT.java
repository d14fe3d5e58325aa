package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Unmodified programs of rdma-core on both sides: on Linux's soft-RoCE in a guest, and on the simulated card. The
 * pingpongs of the command line take part too. Each program compares what it receives as far as it can. The table of
 * the cases is written to {@code target/linux-peer.md}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LinuxPeerIT {
    /** The address of {@code fenestra serve}. */
    private static final String SERVED = "10.77.0.1";
    /** The address of {@code fenestra pingpong}: two programs cannot have one UDP port. */
    private static final String PINGPONG = "10.77.0.3";

    private static final String TAP = "tap0";
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    /** A sender of soft-RoCE sometimes stops for good while it repeats a message: docs/linux.md. */
    private static final int MOST_MEETINGS = 3;

    private static final int TRIES = 20;
    private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Pattern EARLY = Pattern.compile("(?i)refused|couldn't connect|reject");
    private static final Shell.Ended NOBODY_THERE = new Shell.Ended(-1, "refused");

    private final List<String> table = new ArrayList<>();
    private @Nullable Guest guest;
    private Shell.@Nullable Running serve;
    private Path socket = Path.of("");

    @BeforeAll
    void bootTheGuest() throws IOException, InterruptedException {
        assumeTrue(Shell.run("test $(id -u) = 0").isGood(), "the guest's network needs root");
        for (String program : List.of("qemu-system-x86_64", "debootstrap", "cpio", "busybox", "ip", "rping")) {
            assumeTrue(
                    Shell.has(program),
                    program + " is missing: apt-get install qemu-system-x86 debootstrap cpio"
                            + " busybox-static xz-utils iproute2 rdma-core rdmacm-utils ibverbs-utils perftest");
        }
        Path image = Path.of(System.getProperty("linux.peer.cache", "target/linux-peer"));
        Shell.Ended built = Shell.run("src/linux-peer/build-guest.sh " + image.toAbsolutePath());
        assertTrue(built.isGood(), built.output());
        network();
        guest = Guest.boot(image.toAbsolutePath(), Shell.NETWORK, TAP);
        Path folder = Files.createTempDirectory(
                "fenestra-serve", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        socket = folder.resolve("socket");
        serve = Shell.start(
                Shell.fenestra(List.of("serve", "--socket", socket.toString(), "--udp", SERVED, "--hosts", "alice")));
        for (int i = 0; i < TRIES && !Files.exists(socket); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }

    private static void network() throws IOException, InterruptedException {
        Shell.run("ip netns del " + Shell.NETWORK + " || true");
        String in = "ip -n " + Shell.NETWORK + " ";
        Shell.Ended made = Shell.run(String.join(
                "\n",
                "ip netns add " + Shell.NETWORK,
                in + "link set lo up",
                in + "tuntap add mode tap name " + TAP,
                in + "link set " + TAP + " mtu 4500 up",
                in + "address add " + SERVED + "/24 dev " + TAP,
                in + "address add " + PINGPONG + "/24 dev " + TAP));
        assertTrue(made.isGood(), made.output());
    }

    @AfterAll
    void endTheGuest() throws IOException, InterruptedException {
        if (serve != null) {
            serve.stop();
        }
        if (guest != null) {
            guest.close();
            Shell.run("ip netns del " + Shell.NETWORK);
            table.addFirst("| case | result | seconds |\n|---|---|---|");
            Files.write(Path.of("target", "linux-peer.md"), table);
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldMeetALinuxPeer() throws IOException {
        return PeerCase.all().stream().map(one -> DynamicTest.dynamicTest(one.toString(), () -> meet(one)));
    }

    private void meet(PeerCase one) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String failure = "not tried";
        int meetings = 0;
        while (!failure.isEmpty() && meetings < MOST_MEETINGS) {
            meetings++;
            lose(one.lossPercent());
            failure = one.isLinuxServer() ? linuxServes(one) : fenestraServes(one);
            lose(0);
            running().run("pkill '^(ibv_|ib_|rping|ucmatose|udaddy)' || true");
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        String result = failure.isEmpty() ? meetings == 1 ? "good" : "good at meeting " + meetings : "failed";
        table.add(String.format(Locale.ROOT, "| %s | %s | %.1f |", one, result, seconds));
        assertTrue(failure.isEmpty(), failure);
    }

    private void lose(int percent) throws IOException {
        String rules = "iptables -F";
        for (String chain : List.of("INPUT", "OUTPUT")) {
            if (percent > 0) {
                rules += String.format(
                        "; iptables -A %s -p udp --dport 4791 -m statistic --mode random --probability 0.%02d -j DROP",
                        chain, percent);
            }
        }
        running().run(rules);
    }

    private String linuxServes(PeerCase one) throws IOException, InterruptedException {
        Guest.Job server = running().start(placed(one.server()));
        Shell.Ended client = NOBODY_THERE;
        for (int i = 0; i < TRIES && isEarly(client) && !server.isOver(); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            client = Shell.start(here(one.client())).await(PATIENCE);
        }
        return failure(server.await(PATIENCE), client);
    }

    private String fenestraServes(PeerCase one) throws IOException, InterruptedException {
        Shell.Running server = Shell.start(here(one.server()));
        Shell.Ended client = NOBODY_THERE;
        for (int i = 0; i < TRIES && isEarly(client) && server.process().isAlive(); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            client = running().start(placed(one.client())).await(PATIENCE);
        }
        return failure(server.await(PATIENCE), client);
    }

    /** Whether the server may only not have listened yet. */
    private static boolean isEarly(Shell.Ended client) {
        return !client.isGood() && EARLY.matcher(client.output()).find();
    }

    private static String failure(Shell.Ended server, Shell.Ended client) {
        return server.isGood() && client.isGood()
                ? ""
                : "server " + server.exitCode() + ":\n" + server.output() + "\nclient " + client.exitCode() + ":\n"
                        + client.output();
    }

    /** A program under {@code fenestra exec}, or a pingpong of the command line. */
    private List<String> here(String command) {
        List<String> words = List.of(placed(command).split(" "));
        if (words.getFirst().equals("pingpong")) {
            return Shell.fenestra(
                    Stream.concat(words.stream(), Stream.of("--patience", "15")).toList());
        }
        List<String> exec = new ArrayList<>(List.of("exec", "--socket", socket.toString(), "--host", "alice", "--"));
        exec.addAll(words);
        return Shell.fenestra(exec);
    }

    private static String placed(String command) {
        return command.replace("LINUX", Guest.ADDRESS).replace("SERVED", SERVED).replace("PINGPONG", PINGPONG);
    }

    private Guest running() {
        Guest booted = guest;
        assumeTrue(booted != null, "there is no guest");
        return Objects.requireNonNull(booted);
    }
}
