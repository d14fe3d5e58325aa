package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    @CsvSource({"write_bw, udp", "write_lat, udp", "write_bw, udp_gso"})
    void shouldHoldUdpAgainstBareDatagrams(String test, String link) {
        assumeTrue(
                link.equals("udp") || System.getProperty("os.name").startsWith("Linux"),
                "UDP_SEGMENT is an option of Linux");
        assertEquals(
                0, terminal.run("perf", test, "-s", "9000", "-n", "40", "--link", link, "--warm-up", "0", "--json"));
        String limit = String.valueOf(JsonReader.object(terminal.out.toString()).get("limit"));
        assertTrue(limit.contains("bare datagram"), limit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_bw -b",
                "read_bw -b -q 2",
                "send_bw -b -l 8",
                "write_bw -c UC",
                "send_lat -c UC",
                "write_bw -l 1 -F -d mlx5_0 -i 1 -x 0",
                "write_bw -Q 32",
                "write_bw -e",
                "write_lat -e",
                "read_bw -e -b -q 3",
                "send_bw -e -t 16",
                "send_lat -e",
                "bind_bw -e",
                "write_bw -e --mode agent",
                "send_lat -e --mode agent",
                "write_bw -R -q 3",
                "send_lat -R -e",
                "write_lat -R --link wire",
                "send_bw -c UD -q 2 -t 8",
                "send_bw -c UD -b -l 1",
                "send_bw -c UD --link wire --mode agent",
                "send_lat -c UD -e"
            })
    void shouldTakeTheOptionsOfPerftest(String line) {
        assertEquals(0, terminal.run(("perf " + line + " -s 64 -n 100 --warm-up 0").split(" ")));
        assertTrue(terminal.out.toString().lines().toList().getLast().matches(" 64 +100 .*"), terminal.out.toString());
    }

    @Test
    void shouldShowHowTheEndsAreConnected() {
        assertEquals(0, terminal.run("perf write_bw -R -e -s 64 -n 100 --warm-up 0".split(" ")));
        String said = terminal.out.toString();
        assertTrue(said.contains(" rdma_cm QPs\t : ON"), said);
        assertTrue(said.contains(" Data ex. method : rdma_cm, link direct, inline, by events"), said);
    }

    @Test
    void shouldMeasureAllSizesThatADatagramCanHave() {
        assertEquals(0, terminal.run("perf send_lat -c UD -a -n 1 --warm-up 0 -m 512".split(" ")));
        assertTrue(terminal.out.toString().lines().toList().getLast().startsWith(" 512 "), terminal.out.toString());
    }

    /** Each reading of the clock is a microsecond after the last one. Both ways, twice the bytes pass in that time. */
    @Test
    void shouldCountTheBytesOfBothWays() {
        String each = bandwidth("perf write_bw -s 1048576 -n 100 --warm-up 0 -j");
        String both = bandwidth("perf write_bw -s 1048576 -n 100 --warm-up 0 -j -b");
        assertEquals(2 * Double.parseDouble(each), Double.parseDouble(both), 1e-6);
    }

    private String bandwidth(String line) {
        TestTerminal fresh = new TestTerminal().clock(() -> clock.addAndGet(1_000));
        assertEquals(0, fresh.run(line.split(" ")));
        return fresh.out.toString().replaceAll("(?s).*\"bw_average_mib_per_s\": ([0-9.E]+).*", "$1");
    }

    @Test
    void shouldNameItsUnits() {
        terminal.run("perf write_bw -s 1048576 -n 20 -l 1 --warm-up 0".split(" "));
        assertTrue(terminal.out.toString().contains("BW average[MiB/sec]"), terminal.out.toString());
        // 20 parts of one message, each 1000 ns: 1 MiB in 1 us.
        assertTrue(
                terminal.out.toString().lines().toList().getLast().contains(" 1000000.00 "), terminal.out.toString());
        TestTerminal bits = new TestTerminal().clock(() -> clock.addAndGet(1_000));
        bits.run("perf write_bw -s 1048576 -n 20 -l 1 --warm-up 0 --report_gbits".split(" "));
        assertTrue(bits.out.toString().contains("BW average[Gb/sec]"), bits.out.toString());
        assertTrue(bits.out.toString().lines().toList().getLast().contains(" 8388.61 "), bits.out.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-H", "-U"})
    void shouldPrintTheTimeOfEachMessage(String option) {
        assertEquals(0, terminal.run("perf", "write_lat", "-n", "7", "--warm-up", "0", option));
        List<String> lines = terminal.out.toString().lines().toList();
        int at = lines.indexOf("#, usec");
        assertEquals("1, 1.000", lines.get(at + 1));
        assertEquals("7, 1.000", lines.get(at + 7));
        assertTrue(lines.getLast().startsWith(" 2 "), lines.getLast());
    }

    @Test
    void shouldWriteItsJsonIntoAFileToo(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("out.json");
        assertEquals(
                0, terminal.run(("perf write_bw -n 20 --warm-up 0 --out_json -j --out_json_file " + file).split(" ")));
        assertEquals(terminal.out.toString(), Files.readString(file));
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
                "perf write_bw -D 0 | a duration is more than 0.",
                "perf bind_bw -b | -b is for write_bw, read_bw and send_bw, not for bind_bw.",
                "perf read_bw -c UC | a QP of type UC only has SEND and RDMA WRITE: -c UC is not for read_bw.",
                "perf write_bw -c UD | a QP of type UD only has SEND: -c UD is not for write_bw.",
                "perf send_bw -c XRC_INI | -c is RC, UC or UD, not XRC_INI.",
                "perf send_bw -c UD -m 1024 -s 1025" + " | a datagram has at most the 1024 bytes of the MTU, not 1025.",
                "perf send_bw -c UD --link udp | sockets lose datagrams: -c UD is for --link direct and wire.",
                "perf reg_bw -e | reg_bw has no completions, so -e is not for it.",
                "perf write_bw -R --link udp"
                        + " | RDMA CM connects two hosts of one fabric here: -R is for --link direct and wire.",
                "perf write_bw -R -c UC | -R connects QPs of type RC, not of UC.",
                "perf write_bw --listen 127.0.0.1 | a server has no HOST: leave it or --listen out.",
                "perf write_bw --link wire 127.0.0.1 | two processes have --link remote, not WIRE.",
                "perf write_bw --link remote | --link remote needs the HOST of a server, or --listen.",
                "perf write_bw -l 200 | so many messages at a time do not fit the depth: 200 are more than -t 128.",
                "perf write_bw -H | -H and -U are for tests of latency, not for write_bw."
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
