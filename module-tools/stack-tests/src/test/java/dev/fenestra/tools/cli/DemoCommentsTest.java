package dev.fenestra.tools.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.tools.testing.CapturedFrames.Captured;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The capture of the demo beside its journal, both as a user finds them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DemoCommentsTest {
    private static final Pattern LINE =
            Pattern.compile(" *\\d+ +[0-9.]+ us +(alice|bob) +\\S+ +(?:0|~\\S+ \\S+) +(.*)");
    private static final Pattern POSTED = Pattern.compile("posted (?!BIND_MW|LOCAL_INV)\\S+ wr=(\\d+) .*");
    private static final Pattern FETCHED = Pattern.compile("fetch (WQE \\d+ (?!UMR)\\S+)");
    private static final Pattern PACKET = Pattern.compile("packet RC (\\S+) qp=0x000040 psn=(\\d+) .*");

    @TempDir
    private Path folder;

    private List<Captured> packets = List.of();

    @BeforeEach
    void run() throws IOException {
        TestTerminal terminal = new TestTerminal();
        assertEquals(0, terminal.run("demo", "--out", folder.toString()), terminal.err.toString());
        packets = CapturedFrames.packets(Files.readAllBytes(folder.resolve("demo.pcapng")));
    }

    @Test
    void shouldNameTheRequestThatEachPacketServesOrAnswers() throws IOException {
        List<String> expected = causes(Files.readAllLines(folder.resolve("journal.txt")));

        assertEquals(
                20, expected.stream().filter(it -> !it.contains(" answers ")).count());
        assertEquals(40, expected.size());
        assertEquals(
                expected,
                packets.stream()
                        .map(it -> it.comment().replaceFirst("( with \\w+)? -> .*", ""))
                        .toList());
    }

    @Test
    void shouldGiveEachPacketATimeBehindThatOfTheOneBefore() {
        long last = -1;
        for (Captured packet : packets) {
            assertTrue(packet.nanos() > last, packet.comment());
            last = packet.nanos();
        }
    }

    @Test
    void shouldHaveNothingThatTsharkCallsMalformed() throws IOException, InterruptedException {
        Process tshark;
        try {
            tshark = new ProcessBuilder(
                            "tshark", "-r", folder.resolve("demo.pcapng").toString(), "-Y", "_ws.malformed")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            assumeTrue(false, "tshark is not installed");
            return;
        }
        String printed = new String(tshark.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, tshark.waitFor(), "tshark");
        assertEquals("", printed);
    }

    /** tshark reads the start of a SEND as RPC over RDMA: it needs 16 bytes, and takes version 1 for its own. */
    @Test
    void shouldSendNoMessageThatTsharkMisreads() {
        for (Captured packet : packets) {
            RoceFrame frame = packet.frame().orElseThrow();
            if ((WireOpcode.maskOf(frame.opcode()) & OpcodeMask.SEND) != 0) {
                ByteBuffer payload = ByteBuffer.wrap(frame.payload());
                assertTrue(payload.remaining() >= 16 && payload.getInt(4) != 1, packet.comment());
            }
        }
    }

    /** One QP on each side, one request at a time: what was posted last is fetched next, and sends the next packet. */
    private static List<String> causes(List<String> journal) {
        Map<String, Deque<String>> posted = new HashMap<>();
        Map<String, String> fetched = new HashMap<>();
        Map<String, String> byPsn = new HashMap<>();
        List<String> causes = new ArrayList<>();
        for (String line : journal) {
            Matcher event = LINE.matcher(line);
            if (!event.matches()) {
                continue;
            }
            String host = event.group(1);
            Matcher post = POSTED.matcher(event.group(2));
            Matcher fetch = FETCHED.matcher(event.group(2));
            Matcher packet = PACKET.matcher(event.group(2));
            if (post.matches()) {
                posted.computeIfAbsent(host, name -> new ArrayDeque<>()).add(post.group(1));
            } else if (fetch.matches()) {
                fetched.put(
                        host,
                        fetch.group(1) + " wr_id="
                                + posted.getOrDefault(host, new ArrayDeque<>()).remove());
            } else if (packet.matches() && packet.group(1).equals("ACKNOWLEDGE")) {
                causes.add(host + " QP 0x000040 answers " + byPsn.get(packet.group(2)));
            } else if (packet.matches()) {
                byPsn.put(packet.group(2), host + " QP 0x000040 " + fetched.get(host));
                causes.add(byPsn.get(packet.group(2)));
            }
        }
        return causes;
    }
}
