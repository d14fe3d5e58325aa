package dev.fenestra.tools.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.kernel.inspection.Resource;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.snapshot.Listing;
import dev.fenestra.tools.observe.snapshot.ResourceFilter;
import dev.fenestra.tools.observe.snapshot.Snapshot;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.Context;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Ids of RDMA CM as {@code resource show cm_id} lists them. */
class CmIdListingTest {
    private static final ResourceFilter CM_IDS = new ResourceFilter("cm_id", null, null);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Context context = bench.host("alice").open();

    private List<String> listed() {
        return Listing.objects(Snapshot.of(bench.hosts()), CM_IDS)
                .text()
                .lines()
                .toList();
    }

    /** Handle, process number and name are left out. */
    private static String withoutOwner(String line) {
        return line.replaceAll(" cm-idn \\d+| pid \\d+| comm \\S+", "");
    }

    @Test
    void shouldListAnIdWithItsStateAndAddresses() {
        try (CmChannel channel = CmChannel.open(context);
                CmId id = channel.createId(PortSpace.TCP, QpType.RC)) {
            assertEquals(List.of(), listed(), "it has no device yet");

            id.resolveAddress(new CmAddress(bench.host("bob").open().gid(0), 7174), Duration.ofSeconds(1));
            channel.awaitEvent(Duration.ofSeconds(1));

            String line = listed().getFirst();
            assertTrue(
                    withoutOwner(line)
                            .matches("link alice:mlx5_0/1 qp-type RC state ADDR_RESOLVED ps TCP"
                                    + " src-addr 10\\.0\\.0\\.1:\\d+ dst-addr 10\\.0\\.0\\.2:7174"),
                    line);
            assertTrue(line.indexOf(" comm ") < line.indexOf(" src-addr "), line);
        }
        assertEquals(List.of(), listed());
    }

    @Test
    void shouldListAnIdThatListensAtAllAddressesWithEachDevice() {
        try (CmChannel channel = CmChannel.open(context);
                CmId id = channel.createId(PortSpace.UDP, QpType.UD)) {
            id.bind(CmAddress.anyIpv4(7175));
            id.listen(1);

            assertEquals(
                    List.of("link alice:mlx5_0/1 qp-type UD state LISTEN ps UDP src-addr 0.0.0.0:7175"),
                    listed().stream().map(CmIdListingTest::withoutOwner).toList());
            String summary = Listing.summary(Snapshot.of(bench.hosts()), new ResourceFilter(null, null, null))
                    .text();
            assertTrue(summary.contains("alice:mlx5_0: pd 0 cq 0 qp 0 cm_id 1 "), summary);
        }
    }

    /** A leak check finds it, whatever state it is in. */
    @Test
    void shouldCountAnIdAmongTheResourcesOfItsProcess() {
        try (CmChannel channel = CmChannel.open(context)) {
            channel.createId(PortSpace.TCP, QpType.RC);
            List<Resource> left = bench.host("alice").kernel().resources();
            assertEquals(
                    List.of("CTX 1", "CM_ID 1"),
                    left.stream().map(Resource::name).toList());
            assertEquals("rdma_cm", left.getLast().device());
        }
        assertEquals(1, bench.host("alice").kernel().resources().size());
    }
}
