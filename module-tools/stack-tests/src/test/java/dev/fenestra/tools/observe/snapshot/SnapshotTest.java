package dev.fenestra.tools.observe.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotTest {
    private static final ResourceFilter ALL = new ResourceFilter(null, null, null);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();
    private final QpPair pair = bench.pair(alice, bob);

    private Snapshot now() {
        return Snapshot.of(bench.hosts());
    }

    private static ResourceFilter kind(String kind) {
        return new ResourceFilter(kind, null, null);
    }

    private List<String> lines(ResourceFilter filter) {
        return Listing.objects(now(), filter).text().lines().toList();
    }

    @Test
    void shouldComeBackAsItWasWritten() throws SnapshotException {
        Snapshot snapshot = now();
        assertEquals(snapshot, SnapshotJson.read(SnapshotJson.write(snapshot)));
        assertTrue(snapshot.hosts().getFirst().resources().size() > 4);
    }

    @Test
    void shouldCountObjectsOfEachDevice() {
        assertEquals(
                List.of(
                        "0: alice:mlx5_0: pd 1 cq 1 qp 1 cm_id 0 mr 1 ctx 1 srq 0",
                        "0: bob:mlx5_0: pd 1 cq 1 qp 1 cm_id 0 mr 1 ctx 1 srq 0"),
                Listing.summary(now(), ALL).text().lines().toList());
    }

    @Test
    void shouldShowARegionWithItsKeys() {
        var region = pair.one().region();
        List<String> lines = lines(new ResourceFilter("mr", "alice", null));
        assertEquals(1, lines.size());
        String line = lines.getFirst();
        assertTrue(line.startsWith("dev alice:mlx5_0 mrn " + region.handle() + " rkey 0x"), line);
        assertTrue(line.contains(" rkey 0x" + Integer.toHexString(region.rkey()) + " "), line);
        assertTrue(line.contains(" mrlen " + region.length() + " "), line);
        assertTrue(line.contains(" pid 1 comm alice"), line);
    }

    @Test
    void shouldShowAWindowAsTheDeviceKnowsIt() {
        MemoryWindow window = pair.other().pd().allocMw(MwType.TYPE_1);
        assertTrue(lines(kind("mw")).getFirst().contains(" state FREE "));
        var slice = pair.other().region().slice(0, 64);
        pair.other().qp().bindMw(7, window, slice, AccessFlag.REMOTE_READ);
        pair.other().await(7);
        String line = lines(kind("mw")).getFirst();
        assertTrue(line.contains(" state BOUND mrn " + pair.other().region().handle() + " addr 0x"), line);
        assertTrue(line.contains(" len 64 access REMOTE_READ "), line);
        String region = lines(new ResourceFilter("mr", null, "bob:mlx5_0")).getFirst();
        assertTrue(region.endsWith(" users 1"), region);
    }

    @Test
    void shouldShowTheStateOfAQpAsTheDeviceKnowsIt() {
        assertEquals(QpState.RTS, pair.one().qp().state());
        assertTrue(lines(kind("qp")).getFirst().startsWith("link alice:mlx5_0/1 lqpn "));
        assertTrue(lines(kind("qp"))
                .getFirst()
                .matches(".* rqpn \\d+ type RC state RTS rq-psn \\d+ sq-psn \\d+ path-mig-state MIGRATED pdn .*"));
        write();
        pair.one().qp().reset();
        assertTrue(lines(kind("qp")).getFirst().contains(" state RESET "));
    }

    @Test
    void shouldCountWhatTheDeviceDid() {
        String before = link("alice");
        write();
        assertEquals("link alice:mlx5_0/1 tx_packets 0", before.substring(0, before.indexOf(" tx_payload")));
        assertTrue(link("alice").startsWith("link alice:mlx5_0/1 tx_packets 1 tx_payload_bytes 8 rx_packets 1 "));
    }

    @Test
    void shouldCountWhatTheDeviceDidForOneQp() {
        write();
        List<String> lines =
                Listing.statistics(now(), kind("qp")).text().lines().toList();
        assertEquals(
                List.of(
                        "link alice:mlx5_0/1 lqpn " + pair.one().qp().number()
                                + " hw_sq_wqebb_counter 1 hw_rq_counter 0 rmsn 0",
                        "link bob:mlx5_0/1 lqpn " + pair.other().qp().number()
                                + " hw_sq_wqebb_counter 3 hw_rq_counter 0 rmsn 1"),
                lines);
    }

    @Test
    void shouldCountThePageFaultsOfARegionThatIsPagedOnDemand() {
        assertTrue(Listing.statistics(now(), kind("mr")).isEmpty(), "pinned regions have no counters");
        var memory = bob.map(8192, MapOptions.USUAL);
        var region =
                pair.other().pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.ON_DEMAND);
        String before = Listing.statistics(now(), kind("mr")).text();
        assertTrue(before.startsWith("dev bob:mlx5_0 mrn " + region.handle() + " page_faults 0 "), before);
        assertTrue(before.contains(" page_prefetch 0"), before);
        pair.other().pd().adviseMr(MrAdvice.PREFETCH_WRITE, region.all());
        String after = Listing.statistics(now(), kind("mr")).text();
        assertTrue(after.contains(" page_prefetch 2"), after);
    }

    private void write() {
        var window = pair.other().window(0, 8, AccessFlag.REMOTE_WRITE);
        pair.one().perform(RdmaWrite.of(1, window, pair.one().region().slice(0, 8)));
    }

    private String link(String host) {
        return Listing.links(now(), new ResourceFilter(null, null, host + ":mlx5_0"))
                .text();
    }

    @Test
    void shouldChangeNothingByLooking() {
        Snapshot first = now();
        assertEquals(first, now());
        assertEquals(bench.host("alice").process().transitions().total(), transitionsAfterLooking());
    }

    private long transitionsAfterLooking() {
        now();
        return bench.host("alice").process().transitions().total();
    }

    @Test
    void shouldTakeEveryValueOfADeviceFromItsProvider() {
        DeviceInfo info = now().hosts().getFirst().devices().getFirst().info();
        assertEquals(alice.device(), info.name());
        assertEquals(Long.toString(alice.deviceAttributes().maxQp()), value(info.lines(), "max_qp"));
        assertEquals(alice.identity().firmware(), value(info.lines(), "fw_ver"));
        assertEquals(alice.gid(0) + ", RoCE v2", value(info.ports().getFirst().lines(), "GID[  0]"));
        assertEquals(
                "PORT_" + alice.port(1).state() + " (4)",
                value(info.ports().getFirst().lines(), "state"));
        List<String> flags = info.lines().stream()
                .filter(line -> line.name().equals("device_cap_flags"))
                .findFirst()
                .orElseThrow()
                .flags();
        assertTrue(flags.contains("MEM_WINDOW_TYPE_2B"), flags.toString());
    }

    private static String value(List<InfoLine> lines, String name) {
        return Objects.requireNonNull(lines.stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{] | line 1, column 2: expected \"}\", not \"]\"",
                "[] | line 1, column 1: expected an object, not an array",
                "{} | line 1, column 1: expected a member \"fenestra_snapshot\"",
                "{\"fenestra_snapshot\": 1} | line 1, column 23: fenestra_snapshot: expected version 2 of a snapshot,"
                        + " not 1",
                "{\"fenestra_snapshot\": 2, \"hosts\": 3} | line 1, column 35: hosts: expected an array, not 3",
                "{\"fenestra_snapshot\": 2, \"hosts\": [3]} | line 1, column 36: hosts[0]: expected an object, not 3",
                "{\"fenestra_snapshot\": 2, \"hosts\": [{\"name\": \"a\", \"devices\": []}]}"
                        + " | line 1, column 36: hosts[0]: expected a member \"resources\"",
                "{\"fenestra_snapshot\": 2, \"hosts\": [{\"name\": \"a\", \"devices\": [], \"resources\":"
                        + " [{\"ifname\": \"d\", \"kind\": \"mr\", \"pid\": \"x\"}]}]} | line 1, column 116:"
                        + " hosts[0].resources[0].pid: expected a whole number from -2147483648 to"
            })
    void shouldSayWhatIsWrongWithASnapshotAndWhere(String text, String complaint) {
        SnapshotException refused = assertThrows(SnapshotException.class, () -> SnapshotJson.read(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(complaint), refused.getMessage());
    }
}
