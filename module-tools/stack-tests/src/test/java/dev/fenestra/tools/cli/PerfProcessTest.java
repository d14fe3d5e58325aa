package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Server and client of {@code perf}, each with a host of its own, over sockets of the loopback interface. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PerfProcessTest {
    private static final int PATIENCE_SECONDS = 60;
    private static final String SERVER = "127.0.78.1";
    private static final String CLIENT = "127.0.78.2";

    /** How a command ended. */
    private record Ended(int exitCode, String out, String err) {}

    private static Ended run(String line) {
        TestTerminal terminal = new TestTerminal().clock(System::nanoTime);
        int exitCode = terminal.run(line.split(" "));
        return new Ended(exitCode, terminal.out.toString(), terminal.err.toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** The client asks until the server listens. */
    private static List<Ended> pair(String server, String client) throws Exception {
        int port = freePort();
        String both = " -p " + port + " --patience " + PATIENCE_SECONDS;
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Ended> served = threads.submit(() -> run("perf " + server + " --listen --bind " + SERVER + both));
            Ended asked = run("perf " + client + " --warm-up 0 --bind " + CLIENT + both + " " + SERVER);
            while (asked.err().contains("Connection refused") && !served.isDone()) {
                asked = run("perf " + client + " --warm-up 0 --bind " + CLIENT + both + " " + SERVER);
            }
            return List.of(served.get(PATIENCE_SECONDS, TimeUnit.SECONDS), asked);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_bw -s 4096 -q 2",
                "write_lat",
                "read_bw -s 9000",
                "read_lat -e",
                "send_bw -s 64 -t 16",
                "send_bw -c UC -s 64 -e",
                "send_lat -s 64",
                "atomic_bw"
            })
    void shouldMeasureBetweenTwoHostsOfTheirOwn(String line) throws Exception {
        List<Ended> ended = pair(line.split(" ")[0], line + " -n 50");
        for (Ended side : ended) {
            assertEquals(0, side.exitCode(), ended.toString());
            assertTrue(side.out().contains(" Data ex. method : TCP, link remote, agent"), side.out());
        }
        assertTrue(ended.getFirst().out().lines().toList().getLast().startsWith(" #bytes"), ended.toString());
        assertTrue(ended.getLast().out().lines().toList().getLast().matches(" [0-9]+ +50 .*"), ended.toString());
    }

    @Test
    void shouldMeasureEachSize() throws Exception {
        Ended client = pair("send_lat", "send_lat -a -n 2 -j").getLast();
        assertEquals(0, client.exitCode(), client.err());
        assertTrue(
                client.out().contains("\"bytes\": 2,") && client.out().contains("\"bytes\": 8388608,"), client.out());
    }

    @Test
    void shouldRefuseAClientOfAnotherTest() throws Exception {
        List<Ended> ended = pair("read_bw", "write_bw -n 50");
        assertEquals(1, ended.getFirst().exitCode());
        assertEquals(
                "fenestra: the client measures write_bw, not read_bw.",
                ended.getFirst().err().strip());
        assertEquals(1, ended.getLast().exitCode());
        assertEquals(
                "fenestra: the other side refuses: this side measures read_bw, not write_bw.",
                ended.getLast().err().strip());
        assertEquals("", ended.getLast().out());
    }

    /** None of them may do more than end the server with a sentence. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1",
                "fenestra-perf-1",
                "fenestra-perf-1 test=write_bw sizes=x qps=1 depth=1 mtu=1024 inline=0 service=RC batch=1 events=false",
                "fenestra-perf-1 test=write_bw sizes=1 qps=-1 depth=1 mtu=1024 inline=0 service=RC batch=1"
                        + " events=false",
                "fenestra-perf-1 test=write_bw sizes=1 qps=1 depth=1 mtu=7 inline=0 service=RC batch=1 events=false",
                "fenestra-perf-1 test=none sizes=1 qps=1 depth=1 mtu=1024 inline=0 service=RC batch=1 events=false",
                "fenestra-perf-1 test=write_bw sizes=1 qps=1 depth=1 mtu=1024 inline=0 service=RC batch=1"
                        + " events=false\nend gid=1 qps=1",
                "fenestra-perf-1 test=write_bw sizes=1 qps=2 depth=1 mtu=1024 inline=0 service=RC batch=1"
                        + " events=false\nend gid=00000000000000000000ffff7f004e02 rkey=1 address=1 piece=1 qps=1:1"
            })
    void shouldEndWithASentenceForAStranger(String said) throws Exception {
        int port = freePort();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Ended> served = threads.submit(() ->
                    run("perf write_bw --listen --bind " + SERVER + " -p " + port + " --patience " + PATIENCE_SECONDS));
            boolean isSaid = false;
            while (!isSaid && !served.isDone()) {
                isSaid = say(port, said);
            }
            Ended ended = served.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertEquals(1, ended.exitCode(), ended.toString());
            assertTrue(ended.err().matches("(?s)fenestra: [^\n]+\\.\n"), ended.err());
        }
    }

    private static boolean say(int port, String text) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(SERVER, port), (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            socket.getOutputStream().write((text + "\n").getBytes());
            socket.getInputStream().readAllBytes();
            return true;
        } catch (IOException e) {
            return e.getMessage() == null || !e.getMessage().contains("refused");
        }
    }

    @Test
    void shouldSayThatNobodyListens() throws IOException {
        Ended ended = run("perf write_bw --bind " + CLIENT + " -p " + freePort() + " " + SERVER);
        assertEquals(1, ended.exitCode());
        assertTrue(ended.err().startsWith("fenestra: the server at " + SERVER + ":"), ended.err());
    }

    @Test
    void shouldSayThatNoClientCame() throws IOException {
        Ended ended = run("perf write_bw --listen --patience 1 --bind " + SERVER + " -p " + freePort());
        assertEquals(1, ended.exitCode());
        assertEquals(
                "fenestra: no client came, or it said nothing, for 1 s.",
                ended.err().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bind_bw", "reg_bw", "write_bw -b"})
    void shouldSayWhatNeedsOneProcess(String line) {
        Ended ended = run("perf " + line + " --bind " + CLIENT + " -p 1 " + SERVER);
        assertEquals(1, ended.exitCode());
        assertTrue(ended.err().matches("(?s)fenestra: (.* needs no second process|-b is for .*)\\.\n"), ended.err());
    }
}
