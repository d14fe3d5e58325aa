package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Attach;
import dev.fenestra.tools.testing.JsonReader;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListingCommandTest {
    @TempDir
    private Path folder = Path.of("");

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void shouldShowTheDeviceOfAHostPluggedTogetherForThePurpose() {
        assertEquals(0, terminal.run("devinfo"));
        String out = terminal.out.toString();
        assertTrue(out.startsWith("hca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t"), out);
        assertTrue(out.contains("\n\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n"), out);
        assertFalse(out.contains("max_qp"), out);
    }

    @Test
    void shouldShowEverythingWhenAsked() {
        assertEquals(0, terminal.run("devinfo", "-v", "-d", "mlx5_0"));
        String out = terminal.out.toString();
        assertTrue(out.contains("\n\tmax_mr_size:\t\t\t0x"), out);
        assertTrue(out.contains("\n\t\t\t\t\tMEM_WINDOW\n"), out);
    }

    @Test
    void shouldPrintDevicesAsJson() {
        assertEquals(0, terminal.run("devinfo", "--json"));
        assertTrue(terminal.out.toString().contains("\"hca_id\": \"mlx5_0\""));
    }

    @Test
    void shouldLookAtARunningProgramAndThenAtWhatWasSaved() {
        Path socket = folder.resolve("s");
        Path saved = folder.resolve("saved.json");
        try (TestBench bench = TestBench.twoHosts();
                Attach _ = Attach.listen(bench, socket)) {
            Context alice = bench.host("alice").open();
            alice.allocPd();
            assertEquals(0, terminal.run("resource", "show", "--attach", socket + "", "--save", saved + ""));
            assertTrue(terminal.out.toString().startsWith("0: alice:mlx5_0: pd 1 cq 0 "), terminal.out.toString());
        }
        TestTerminal later = new TestTerminal();
        assertEquals(0, later.run("res", "pd", "-p", "1", "--snapshot", saved + ""));
        assertEquals("dev alice:mlx5_0 pdn 1 users 0 ctxn 1 pid 1 comm alice\n", later.out.toString());
        TestTerminal other = new TestTerminal();
        assertEquals(0, other.run("res", "pd", "-p", "carol", "--snapshot", saved + ""));
        assertEquals("", other.out.toString());
        TestTerminal json = new TestTerminal();
        assertEquals(0, json.run("statistic", "link", "-d", "bob:mlx5_0", "-j", "--snapshot", saved + ""));
        String device = json.out.toString().strip();
        assertEquals(
                0L,
                ((Number) JsonReader.object(device.substring(1, device.length() - 1))
                                .get("tx_packets"))
                        .longValue());
    }

    @ParameterizedTest
    @CsvSource({"mlx5_0, 2", "alice:mlx5_0, 1", "bob:mlx5_0, 1", "carol:mlx5_0, 0", "alice:mlx5_1, 0", "alice, 0"})
    void shouldKnowADeviceWithAndWithoutItsHost(String device, int devices) {
        Path saved = folder.resolve("saved.json");
        try (TestBench bench = TestBench.twoHosts();
                Attach _ = Attach.listen(bench, folder.resolve("s"))) {
            bench.host("alice").open();
            assertEquals(0, terminal.run("resource", "--attach", folder.resolve("s") + "", "--save", saved + ""));
        }
        for (String command : List.of("devinfo", "resource", "statistic link")) {
            TestTerminal shown = new TestTerminal();
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.addAll(List.of("-d", device, "--snapshot", saved + ""));
            int exitCode = shown.run(words.toArray(String[]::new));
            boolean isMissing = devices == 0 && command.equals("devinfo");
            assertEquals(isMissing ? 255 : 0, exitCode, command);
            String out = shown.out.toString();
            assertEquals(devices, out.split("[a-z]+:mlx5_0", -1).length - 1, command + ": " + out);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resource | no server runs here: fenestra serve starts one, --attach SOCKET looks at another program,",
                "resource mrs --snapshot x | mrs cannot be listed, only one of ctx, pd, mr,",
                "resource show mrs --snapshot x | mrs cannot be listed, only one of ctx, pd, mr,",
                "resource mr qp --snapshot x | mr cannot be filtered by qp, only by one of comm, iova, lkey, mrlen,",
                "resource qp lqpn --snapshot x | lqpn wants a value, a range such as 0-6, or several with commas.",
                "resource qp link mlx5_0/0 --snapshot x | a port is a number from 1 on, or \"-\" for QPs that have none"
                        + " yet, not \"0\".",
                "statistic pd --snapshot x | pd cannot be listed, only one of link, mr, qp.",
                "resource --snapshot /no/such | there is no file /no/such.",
                "statistic --attach /no/such | there is no socket /no/such.",
                "devinfo --provider nobody | "
            })
    void shouldSayInOneSentenceWhatIsWrong(String line, String start) {
        assertEquals(2, terminal.run(line.split(" ")));
        String error = terminal.err.toString();
        assertTrue(error.startsWith("fenestra: " + (start == null ? "" : start)), error);
        assertEquals(1, error.lines().count(), error);
        assertEquals("", terminal.out.toString());
    }

    @Test
    void shouldSayWhatIsWrongWithASavedSnapshot() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\"hosts\": []}");
        assertEquals(2, terminal.run("resource", "--snapshot", file.toString()));
        assertEquals(
                "fenestra: " + file + ", line 1, column 1: expected a member \"fenestra_snapshot\".\n",
                terminal.err.toString());
    }

    @Test
    void shouldNotTakeTwoSources() {
        assertEquals(2, terminal.run("resource", "--attach", "a", "--snapshot", "b"));
        assertTrue(terminal.err.toString().contains("Usage: fenestra"), terminal.err.toString());
    }
}
