package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.JsonReader;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfCommandTest {
    private final AtomicLong clock = new AtomicLong();
    private final TestTerminal terminal = new TestTerminal().clock(() -> clock.addAndGet(1_000));

    @Test
    void shouldPrintATable() {
        assertEquals(0, terminal.run("perf", "write_bw", "-s", "64", "-n", "100", "-q", "2", "--warm-up", "0"));
        assertTrue(terminal.out.toString().lines().toList().getLast().startsWith(" 64         100 "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"write_bw", "write_lat"})
    void shouldHoldUdpAgainstBareDatagrams(String test) {
        assertEquals(
                0, terminal.run("perf", test, "-s", "9000", "-n", "40", "--link", "udp", "--warm-up", "0", "--json"));
        String limit = String.valueOf(JsonReader.object(terminal.out.toString()).get("limit"));
        assertTrue(limit.contains("bare datagram"), limit);
    }

    @Test
    void shouldGoThroughAllSizes() {
        assertEquals(0, terminal.run("perf", "write_lat", "-a", "-n", "1", "--warm-up", "0", "--json"));
        String out = terminal.out.toString();
        assertEquals("write_lat", JsonReader.object(out).get("test"));
        assertTrue(out.contains("\"bytes\": 2,") && out.contains("\"bytes\": 8388608,"), out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "perf write_bw -m 1000 | the MTU is 256, 512, 1024, 2048 or 4096, not 1000.",
                "perf write_bw --link udp --provider slate"
                        + " | two machines over UDP have the usual device: leave --provider and --modules out.",
                "perf write_bw --link udp --mode inline"
                        + " | sockets are read by threads of their own: --link udp needs --mode agent.",
                "perf atomic_bw -s 16 | an atomic has 8 bytes, not 16.",
                "perf write_bw -D 0 | a duration is more than 0."
            })
    void shouldSayInOneSentenceWhatCannotBe(String line, String sentence) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertEquals("fenestra: " + sentence, terminal.err.toString().strip());
        assertEquals("", terminal.out.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"perf", "perf write_all", "perf write_bw -s x", "perf write_bw --link air"})
    void shouldAnswerBadUsageWithTheUsage(String line) {
        assertEquals(2, terminal.run(line.split(" ")));
        assertTrue(terminal.err.toString().contains("Usage: fenestra"), terminal.err.toString());
    }
}
