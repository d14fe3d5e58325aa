package dev.fenestra.tools.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** QP 1 loses no datagram, however busy it is. A message that is lost comes again only after 4.3 s. */
class ManagementDatagramsTest {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int SERVICE = 7471;
    private static final int QPN = 77;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private CmChannel alice;
    private CmChannel bob;
    private CmAddress atAlice;
    private CmAddress atBob;

    @BeforeEach
    void open() {
        Context one = bench.host("alice").open();
        Context other = bench.host("bob").open();
        alice = CmChannel.open(one);
        bob = CmChannel.open(other);
        atAlice = new CmAddress(one.gid(0), SERVICE);
        atBob = new CmAddress(other.gid(0), SERVICE);
        listen(alice, atAlice);
        listen(bob, atBob);
    }

    private static void listen(CmChannel channel, CmAddress at) {
        CmId listener = channel.createId(PortSpace.TCP, QpType.RC);
        listener.bind(at);
        listener.listen(1024);
    }

    private static CmId resolved(CmChannel channel, CmAddress to) {
        CmId id = channel.createId(PortSpace.TCP, QpType.RC);
        id.resolveAddress(to, SOON);
        assertEquals(CmEventType.ADDR_RESOLVED, channel.awaitEvent(SOON).type());
        id.resolveRoute(SOON);
        assertEquals(CmEventType.ROUTE_RESOLVED, channel.awaitEvent(SOON).type());
        return id;
    }

    private static void assertRequested(CmChannel channel) {
        CmEvent event = channel.awaitEvent(SOON);
        assertEquals(CmEventType.CONNECT_REQUEST, event.type(), event::toString);
    }

    @Test
    void shouldKeepADatagramThatHasComeWhenTheHostSendsOne() {
        CmId fromAlice = resolved(alice, atBob);
        CmId fromBob = resolved(bob, atAlice);

        fromAlice.connect(ConnParam.of(QPN));
        // The datagram is in bob's memory now, and his kernel has not run.
        bench.fabric().progress();
        fromBob.connect(ConnParam.of(QPN));

        assertRequested(bob);
        assertRequested(alice);
    }

    @Test
    void shouldSendMoreDatagramsAtOnceThanItsQueueHolds() {
        int many = 300;
        List<CmId> ids = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            ids.add(resolved(alice, atBob));
        }

        for (int i = 0; i < many; i++) {
            ids.get(i).connect(ConnParam.of(QPN + i));
        }

        for (int i = 0; i < many; i++) {
            assertRequested(bob);
        }
    }

    @Test
    void shouldLoseADatagramWhoseAddressIsNoLongerTheHosts() {
        CmAddress second = new CmAddress(Gid.ofIpv4(0x0a00_0063), 0);
        bench.host("alice").port(1).addGid(second.ip());
        bench.run(SOON);
        CmId id = alice.createId(PortSpace.TCP, QpType.RC);
        id.bind(second);
        id.resolveAddress(atBob, SOON);
        assertEquals(CmEventType.ADDR_RESOLVED, alice.awaitEvent(SOON).type());
        id.resolveRoute(SOON);
        assertEquals(CmEventType.ROUTE_RESOLVED, alice.awaitEvent(SOON).type());
        bench.host("alice").port(1).deleteGid(second.ip());
        bench.run(SOON);

        id.connect(ConnParam.of(QPN));

        assertEquals(
                CmEventType.UNREACHABLE,
                alice.awaitEvent(Duration.ofMinutes(10)).type());
    }
}
