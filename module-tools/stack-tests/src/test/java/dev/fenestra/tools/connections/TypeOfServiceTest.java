package dev.fenestra.tools.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.tools.testing.CapturedFrames;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RDMA_OPTION_ID_TOS from the id to the headers of both ends' packets. */
class TypeOfServiceTest {
    private static final int SERVICE = 7471;
    private static final int CLASS = 0x28;

    private static CmEvent expect(CmChannel channel, CmEventType type) {
        CmEvent event = channel.awaitEvent(ConnectionsTest.PATIENCE);
        assertEquals(type, event.type(), event::toString);
        return event;
    }

    private static QueuePair newQp(ProtectionDomain pd, CompletionQueue cq) {
        return pd.createQp(QpSpec.rc(cq, cq));
    }

    @Test
    void shouldReachTheHeadersOfAllPacketsOfAConnection() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (TestBench bench = TestBench.twoHosts();
                Journal journal = Journal.of(bench);
                PcapTap _ = PcapTap.on(bench, journal, file, Long.MAX_VALUE)) {
            connect(bench);
        }
        List<Integer> classes = CapturedFrames.packets(file.toByteArray()).stream()
                .map(packet -> packet.frame().orElseThrow())
                .map(RoceFrame::ip)
                .map(ip -> ip.trafficClass())
                .distinct()
                .toList();
        assertEquals(List.of(CLASS), classes);
    }

    private static void connect(TestBench bench) {
        Context alice = bench.host("alice").open();
        Context bob = bench.host("bob").open();
        CmChannel server = CmChannel.open(bob);
        CmId listener = server.createId(PortSpace.TCP, QpType.RC);
        listener.bind(new CmAddress(bob.gid(0), SERVICE));
        listener.listen(8);
        CmChannel client = CmChannel.open(alice);
        CmId out = client.createId(PortSpace.TCP, QpType.RC);
        out.option(CmOption.TOS, CLASS);
        out.resolveAddress(new CmAddress(bob.gid(0), SERVICE), ConnectionsTest.PATIENCE);
        expect(client, CmEventType.ADDR_RESOLVED);
        out.resolveRoute(ConnectionsTest.PATIENCE);
        expect(client, CmEventType.ROUTE_RESOLVED);
        ProtectionDomain clientPd = alice.allocPd();
        CompletionQueue sent = alice.createCq(16);
        QueuePair from = newQp(clientPd, sent);
        out.bring(from, QpState.INIT);
        out.connect(ConnParam.of(from.number()));

        CmEvent request = expect(server, CmEventType.CONNECT_REQUEST);
        ProtectionDomain serverPd = bob.allocPd();
        CompletionQueue received = bob.createCq(16);
        QueuePair to = newQp(serverPd, received);
        CmId in = server.id(request);
        for (QpState state : List.of(QpState.INIT, QpState.RTR, QpState.RTS)) {
            in.bring(to, state);
        }
        MemoryRegion room = serverPd.regMr(bob.allocate(4096), AccessFlag.LOCAL_WRITE);
        to.postRecv(1, room.slice(0, 64));
        in.accept(ConnParam.of(to.number()));
        expect(client, CmEventType.CONNECT_RESPONSE);
        out.bring(from, QpState.RTR);
        out.bring(from, QpState.RTS);
        out.confirm();
        expect(server, CmEventType.ESTABLISHED);

        MemoryRegion data = clientPd.regMr(alice.allocate(4096), AccessFlag.LOCAL_WRITE);
        from.post(Send.of(2, data.slice(0, 5)));
        sent.await(2, ConnectionsTest.PATIENCE).orThrow();
        received.await(1, ConnectionsTest.PATIENCE).orThrow();
        assertEquals(CLASS, from.query().path().trafficClass());
        assertEquals(CLASS, to.query().path().trafficClass());
    }
}
