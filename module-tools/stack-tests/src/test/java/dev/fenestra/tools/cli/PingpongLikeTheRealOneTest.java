package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.BridgeServer;
import dev.fenestra.tools.bridge.BuiltLibrary;
import dev.fenestra.tools.bridge.PreloadedLibrary;
import dev.fenestra.tools.bridge.Programs;
import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code fenestra pingpong} and rdma-core's {@code ibv_rc_pingpong}: the same lines but for numbers, and the same exit
 * code.
 */
@ExtendWith(NoHang.class)
class PingpongLikeTheRealOneTest {
    private static final String PROGRAM = "ibv_rc_pingpong";
    private static final int PATIENCE_SECONDS = 60;
    private static final int MOST_TRIES = 200;

    @TempDir
    private static Path folder = Path.of("");

    private static BridgePlace place = BridgePlace.at(Path.of(""));
    private static BridgeServer server;

    /** How a program ended: its exit code, and what it said. */
    private record Ended(int exitCode, String out, String err) {}

    @BeforeAll
    static void serve() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/bin", PROGRAM)), PROGRAM + " is missing: ibverbs-utils");
        String missing = PreloadedLibrary.missing(System.getenv());
        assumeTrue(missing.isEmpty(), missing);
        place = BridgePlace.at(folder.resolve("place/bridge"));
        server = BridgeServer.start(place, TestBench.builder(), _ -> {});
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 20",
                "-o -P -c -n 20",
                "-O -P -e -n 20",
                "-j -t -n 20 -s 8192",
                "-N -t -n 1",
                "-o -N -t -n 20"
            })
    void shouldPrintTheLinesOfTheRealOne(String line) throws Exception {
        List<Ended> real = real(line);
        List<Ended> ours = ours(line);
        for (int side = 0; side < real.size(); side++) {
            assertEquals(0, real.get(side).exitCode(), real.get(side).toString());
            assertEquals(0, ours.get(side).exitCode(), ours.get(side).toString());
            assertEquals(masked(real.get(side).out()), masked(ours.get(side).out()), line);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P", "-P -j", "-o -j", "-O -j -t", "-j -s 100000000"})
    void shouldRefuseInTheWordsOfTheRealOne(String line) throws IOException, InterruptedException {
        Ended real = end(start("bob", "refused", line.split(" ")), "refused");
        Ended ours = run(("pingpong --bind 127.0.0.1 --udp-port 0 -p 0 " + line).split(" "));
        assertEquals(real.exitCode(), ours.exitCode());
        assertEquals("fenestra: " + real.err().strip(), ours.err().strip());
        assertEquals(real.out(), ours.out());
    }

    @Test
    void shouldPrintTheMembersThatThePageNamesAsJson() throws Exception {
        for (Ended side : ours("-t -n 20 --json")) {
            assertEquals(0, side.exitCode(), side.toString());
            assertEquals(JsonPageTest.documented("pingpong"), JsonPageTest.members(side.out()));
            assertTrue(side.out().contains("\"bytes\": 163840,"), side.out());
        }
    }

    @Test
    void shouldRefuseTheOptionsOfRcForOtherServices() {
        Ended ours = run("pingpong", "--service", "ud", "-o");
        assertEquals(2, ours.exitCode());
        assertTrue(
                ours.err().contains("-o, -O, -P, -t, -j and -N are of ibv_rc_pingpong, not of --service UD."),
                ours.err());
    }

    /** Addresses and measured values differ from run to run; the space in front of a number does not. */
    private static String masked(String text) {
        return text.replaceAll("GID [0-9a-f:.]+", "GID #")
                .replaceAll("0x[0-9a-f]{6}", "0x######")
                .replaceAll("[0-9]+\\.[0-9]{2}(?![0-9])", "#.##")
                .replaceAll("[0-9]+\\.[0-9]{6}", "#.######")
                .replaceAll("cycles = [0-9]+\n", "cycles = #\n");
    }

    private static List<Ended> real(String line) throws IOException, InterruptedException {
        String options = "-g 0 -p " + freePort() + " " + line;
        Process listening = start("bob", "server", options.split(" "));
        Ended client = new Ended(1, "", "");
        // The server may not listen yet. A client without a server ends at once.
        for (int i = 0; client.exitCode() != 0 && listening.isAlive() && i < MOST_TRIES; i++) {
            client = end(start("alice", "client", (options + " 127.0.0.1").split(" ")), "client");
        }
        return List.of(end(listening, "server"), client);
    }

    private static Process start(String host, String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(List.of(arguments));
        ProcessBuilder program = new ProcessBuilder(command)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        program.environment().putAll(Programs.environment(place, host, BuiltLibrary.library()));
        return program.start();
    }

    private static Ended end(Process program, String name) throws IOException, InterruptedException {
        boolean isEnded = program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        program.destroyForcibly();
        assertTrue(isEnded, "it ends");
        return new Ended(
                program.exitValue(),
                Files.readString(folder.resolve(name + ".out")),
                Files.readString(folder.resolve(name + ".err")));
    }

    /** Both sides on ports that nobody else has. */
    private static List<Ended> ours(String line) throws Exception {
        String one = "127.0.0.1";
        String other = "127.0.0.2";
        int onePort = freeUdpPort(one);
        int otherPort = freeUdpPort(other);
        String options = " -g 0 -p " + freePort() + " --patience " + PATIENCE_SECONDS + " " + line;
        String server = "pingpong --bind " + one + " --udp-port " + onePort + " --peer " + other + "@" + otherPort;
        String client = "pingpong --bind " + other + " --udp-port " + otherPort + " --peer " + one + "@" + onePort;
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Ended> served = threads.submit(() -> run((server + options).split(" ")));
            Ended asked = run((client + options + " " + one).split(" "));
            for (int i = 0; asked.err().contains("Couldn't connect") && !served.isDone() && i < MOST_TRIES; i++) {
                asked = run((client + options + " " + one).split(" "));
            }
            return List.of(served.get(PATIENCE_SECONDS, TimeUnit.SECONDS), asked);
        }
    }

    private static Ended run(String... arguments) {
        TestTerminal terminal = new TestTerminal().clock(System::nanoTime);
        int exitCode = terminal.run(arguments);
        return new Ended(exitCode, terminal.out.toString(), terminal.err.toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static int freeUdpPort(String address) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(address))) {
            return socket.getLocalPort();
        }
    }
}
