package dev.fenestra.ib.core.cm.ids;

import static dev.fenestra.ib.core.cm.ids.Pair.expect;
import static dev.fenestra.ib.core.cm.ids.Pair.expectNothing;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.ReqMad;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes in great numbers: floods, noise, bad networks, ten thousand connections. */
class ManyConnectionsTest {
    private static final long SECOND = 1_000_000_000L;
    /** An MRA lets the peer wait for 69 s; if RTU is lost then, it takes so long until REP comes again. */
    private static final long LONGER_THAN_MRA = 300 * SECOND;

    private final Pair pair = new Pair();
    private final CmChannelCalls client = pair.client.channel;
    private final CmChannelCalls server = pair.server.channel;

    @Test
    void shouldHoldNoMoreThanTheBacklogInAFloodOfRequests() {
        pair.listen();
        for (int id = 1; id <= 20_000; id++) {
            byte[] req = CmAttribute.REQ.mad(id);
            ReqMad.LOCAL_COMM_ID.set(req, id);
            ReqMad.LOCAL_CA_GUID.set(req, 0xbadL);
            ReqMad.LOCAL_QPN.set(req, id);
            ReqMad.SERVICE_ID.set(req, PortSpace.TCP.serviceId(Pair.PORT));
            req[140 + 24 + 1] = 0x40;
            System.arraycopy(new byte[] {10, 0, 0, 1}, 0, req, 140 + 24 + 32, 4);
            pair.server.manager.receive(pair.server.port, pair.client.gid, req);
        }

        assertEquals(1024, pair.server.manager.connections());
        pair.server.channel.close();
        assertEquals(0, pair.server.manager.connections());
    }

    @Test
    void shouldIgnoreWhatIsNoMessageOfCommunicationManagement() {
        pair.listen();
        SplittableRandom random = new SplittableRandom(18);
        for (int n = 0; n < 20_000; n++) {
            byte[] mad = CmAttribute.values()[random.nextInt(11)].mad(random.nextLong());
            byte[] noise = new byte[232];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, mad, 24, noise.length);
            pair.server.manager.receive(pair.server.port, pair.client.gid, mad);
        }
        pair.server.manager.receive(pair.server.port, pair.client.gid, new byte[0]);
        pair.server.manager.receive(pair.server.port, pair.client.gid, new byte[256]);

        assertEquals(0, pair.server.manager.connections());
        expectNothing(server);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldConnectAndEndOverABadNetwork(long seed) {
        Pair bad = new Pair(new Wire(seed).worse(30, 30, SECOND / 2));
        bad.listen();
        int connections = 50;
        for (int n = 0; n < connections; n++) {
            bad.client.channel.connect(bad.resolved(), ConnParam.of(100 + n), Ece.NONE);
        }
        List<CmEventType> ends = new ArrayList<>();
        Map<Integer, Long> ready = new LinkedHashMap<>();
        int established = 0;
        for (int rounds = 0; ends.size() < 2 * connections && rounds < 1000; rounds++) {
            bad.wire.pass(SECOND);
            established += serve(bad.server.channel, ends);
            use(bad.client.channel, ends, ready, bad.wire.now());
        }

        assertEquals(connections, established, "seed " + seed);
        assertEquals(2 * connections, ends.size(), "seed " + seed + ": " + ends);
        bad.wire.exhaust();
        assertEquals(0, bad.client.manager.connections() + bad.server.manager.connections(), "seed " + seed);
    }

    /** The server accepts, and ends what the client has ended. */
    private static int serve(CmChannelCalls channel, List<CmEventType> ends) {
        int established = 0;
        for (CmEvent event = channel.getEvent(); event != null; event = channel.getEvent()) {
            switch (event.type()) {
                case CONNECT_REQUEST -> channel.accept(event.id(), ConnParam.of(1000 + event.id()), 1, Ece.NONE);
                case ESTABLISHED -> established++;
                case DISCONNECTED -> {
                    ends.add(event.type());
                    channel.disconnect(event.id());
                }
                default -> assertEquals(CmEventType.TIMEWAIT_EXIT, event.type());
            }
        }
        return established;
    }

    /** The client is ready, and ends a while later: its RTU may have to be sent again. */
    private static void use(CmChannelCalls channel, List<CmEventType> ends, Map<Integer, Long> ready, long now) {
        for (CmEvent event = channel.getEvent(); event != null; event = channel.getEvent()) {
            switch (event.type()) {
                case CONNECT_RESPONSE -> {
                    channel.accept(event.id(), null, 0, Ece.NONE);
                    ready.put(event.id(), now);
                }
                case DISCONNECTED -> ends.add(event.type());
                default -> assertEquals(CmEventType.TIMEWAIT_EXIT, event.type());
            }
        }
        ready.entrySet().removeIf(id -> {
            boolean due = now - id.getValue() > LONGER_THAN_MRA;
            if (due) {
                channel.disconnect(id.getKey());
            }
            return due;
        });
    }

    @Test
    void shouldMakeAndEndTenThousandConnectionsWithoutALeftover() {
        pair.listen();
        for (int n = 0; n < 10_000; n++) {
            int clientId = pair.resolved();
            client.connect(clientId, ConnParam.of(n & 0xffff), Ece.NONE);
            pair.wire.settle();
            int request = expect(server, CmEventType.CONNECT_REQUEST).id();
            server.accept(request, ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
            pair.wire.settle();
            expect(client, CmEventType.CONNECT_RESPONSE);
            client.accept(clientId, null, 0, Ece.NONE);
            pair.wire.settle();
            int serverId = expect(server, CmEventType.ESTABLISHED).id();
            client.destroyId(clientId);
            pair.wire.settle();
            expect(server, CmEventType.DISCONNECTED);
            server.destroyId(serverId);
            pair.wire.pass(SECOND);
        }

        pair.wire.exhaust();
        assertEquals(0, pair.client.manager.connections());
        assertEquals(0, pair.server.manager.connections());
        assertEquals(1, server.ids().size());
        assertEquals(List.of(), client.ids());
    }
}
