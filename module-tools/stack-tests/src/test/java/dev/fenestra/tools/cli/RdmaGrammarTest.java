package dev.fenestra.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.tools.observe.snapshot.SnapshotJson;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command lines of rdma-resource(8) and rdma-statistic(8), and the format of their lines. */
class RdmaGrammarTest {
    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Pair pair = new Pair(bench);
    private Path snapshot = Path.of("");
    private int lqpn;

    @BeforeEach
    void take() throws IOException {
        try (QueuePair _ = pair.alice()
                .pd()
                .createQp(QpSpec.rc(pair.alice().cq(), pair.alice().cq()))) {
            lqpn = pair.alice().qp().number();
            snapshot = Files.writeString(
                    folder.resolve("alice.json"), SnapshotJson.write(Snapshot.of(List.of(bench.host("alice")))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resource | 0: mlx5_0: pd 1 cq 1 qp 2 cm_id 0 mr 1 ctx 1 srq 0",
                "resource show | 0: mlx5_0: pd 1 cq 1 qp 2 cm_id 0 mr 1 ctx 1 srq 0",
                "resource list | 0: mlx5_0: pd 1 cq 1 qp 2 cm_id 0 mr 1 ctx 1 srq 0",
                "resource show mlx5_0 | 0: mlx5_0: pd 1 cq 1 qp 2 cm_id 0 mr 1 ctx 1 srq 0",
                "resource show pd | dev mlx5_0 pdn 1 users 3 ctxn 1 pid 1 comm alice",
                "resource show pd dev mlx5_0 | dev mlx5_0 pdn 1 users 3 ctxn 1 pid 1 comm alice",
                "resource show ctx ctxn 1 | dev mlx5_0 ctxn 1 pid 1 comm alice",
                "resource show cq pid 1 | dev mlx5_0 cqn N cqe N users 4 ctxn 1 pid 1 comm alice",
                "resource show mr dev mlx5_0 | dev mlx5_0 mrn N rkey X lkey X iova X mrlen N pdn 1 pid 1 comm alice",
                "resource show mr mrn 100-200 | ",
                "resource show qp link mlx5_0/1 | link mlx5_0/1 lqpn N rqpn N type RC state RTS rq-psn N sq-psn N"
                        + " path-mig-state MIGRATED pdn 1 pid 1 comm alice",
                "resource show qp link mlx5_0/- | link mlx5_0/- lqpn N type RC state RESET path-mig-state MIGRATED"
                        + " pdn 1 pid 1 comm alice",
                "resource show qp link mlx5_9 | ",
                "resource qp state RTS type RC,UC lqpn 0-16777215 | link mlx5_0/1 lqpn N rqpn N type RC state RTS"
                        + " rq-psn N sq-psn N path-mig-state MIGRATED pdn 1 pid 1 comm alice",
                "resource qp state ERR | ",
                "resource show qp pid 2 | ",
                "resource show cm_id dst-port 7174 | ",
                "resource show cm_id src-addr 172.16.0.100 | ",
                "statistic qp show link mlx5_0 pid 30489 | ",
                "statistic qp show link mlx5_0/1 qp-type UD | ",
                "statistic show mr mrn 600 | "
            })
    void shouldAnswerTheCommandLinesOfTheManPages(String line, String expected) {
        String printed = run(line).replaceAll("0x[0-9a-f]+", "X");
        for (String name : List.of("cqn", "cqe", "mrn", "mrlen", "lqpn", "rqpn", "rq-psn", "sq-psn")) {
            printed = printed.replaceAll("\\b" + name + " [0-9]+", name + " N");
        }
        assertEquals(expected == null ? "" : expected + "\n", printed);
    }

    @Test
    void shouldFindAQpByItsNumberInAListToo() {
        String found = run("resource show qp lqpn " + lqpn);
        assertTrue(found.startsWith("link mlx5_0/1 lqpn " + lqpn + " "), found);
        assertEquals(found, run("resource show qp lqpn 5000000," + lqpn));
        assertEquals("", run("resource show qp lqpn 5000000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resource show mr -d", "resource -d show mr", "resource mr -dd", "resource mr --details"})
    void shouldShowDetailsBehindWhatRdmaShows(String line) {
        String brief = run("resource show mr").strip();
        String detailed = run(line).strip();
        assertEquals(brief + " type MR access " + AccessFlag.LOCAL_WRITE, detailed.split(",")[0]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-d mlx5_0", "--dev mlx5_0", "-p alice", "-p 1", "--pid 1", "-d mlx5_0 -p alice -d"})
    void shouldTakeOurOptionsToo(String options) {
        assertTrue(run("resource mr " + options).startsWith("dev mlx5_0 mrn "), options);
        assertEquals(
                "",
                run("resource mr " + options.replace("mlx5_0", "mlx5_9").replaceAll("(alice|1)$", "carol7"))
                        .replaceAll("(?s).*-d mlx5_0 -p alice.*", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-jp", "-j -p", "-pj", "--json --pretty"})
    void shouldPrintJsonInOneLineOrIndented(String pretty) {
        String line = run("resource show qp link mlx5_0/1 -j");
        assertTrue(line.startsWith("[{\"ifindex\":0,\"ifname\":\"mlx5_0\",\"port\":1,\"lqpn\":" + lqpn), line);
        assertEquals(1, line.lines().count());
        String indented = run("resource " + pretty + " show qp link mlx5_0/1");
        assertEquals(line.replaceAll("\\s", ""), indented.replaceAll("\\s", ""));
        assertTrue(indented.lines().count() > 10, indented);
    }

    @Test
    void shouldGiveEachCounterALineWhenPretty() {
        String pretty = run("statistic show link mlx5_0/1 -p");
        assertTrue(pretty.startsWith("link mlx5_0/1\n    tx_packets "), pretty);
        assertEquals(
                run("statistic show").strip(), pretty.replaceAll("\\s+", " ").strip());
        assertEquals("", run("statistic show link mlx5_0/2"));
    }

    private String run(String line) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
        arguments.addAll(List.of("--snapshot", snapshot.toString()));
        TestTerminal terminal = new TestTerminal();
        assertEquals(0, terminal.run(arguments.toArray(String[]::new)), line + ": " + terminal.err);
        return terminal.out.toString();
    }
}
