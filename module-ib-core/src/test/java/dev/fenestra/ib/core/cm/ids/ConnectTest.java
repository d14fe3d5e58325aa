package dev.fenestra.ib.core.cm.ids;

import static dev.fenestra.ib.core.cm.ids.Pair.expect;
import static dev.fenestra.ib.core.cm.ids.Pair.expectNothing;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.cm.UdParam;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.RepMad;
import dev.fenestra.ib.core.mad.ReqMad;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two hosts connect, use and end a connection. */
class ConnectTest {
    private static final int TIMED_OUT = -110;
    private static final int CONSUMER = 28;
    private static final int NO_LISTENER = 8;

    private final Pair pair = new Pair();

    @Test
    void shouldConnectAndDisconnectWithTheMessagesOfIba() {
        pair.listen();

        int[] ids = pair.connected();
        assertEquals(List.of(CmAttribute.REQ, CmAttribute.REP, CmAttribute.RTU), pair.wire.sent());

        pair.client.channel.disconnect(ids[0]);
        pair.wire.settle();
        expect(pair.server.channel, CmEventType.DISCONNECTED, 0);
        pair.server.channel.disconnect(ids[1]);
        pair.wire.settle();
        expect(pair.client.channel, CmEventType.DISCONNECTED, 0);
        assertEquals(List.of(CmAttribute.DREQ, CmAttribute.DREP), pair.wire.sent());

        pair.wire.exhaust();
        expect(pair.client.channel, CmEventType.TIMEWAIT_EXIT, 0);
        expect(pair.server.channel, CmEventType.TIMEWAIT_EXIT, 0);
        assertEquals(0, pair.client.manager.connections() + pair.server.manager.connections());
    }

    @Test
    void shouldNameTheListenerInARequestAndTheNewIdAfterwards() {
        int listener = pair.listen();
        int clientId = pair.connecting();
        pair.wire.settle();

        CmEvent request = expect(pair.server.channel, CmEventType.CONNECT_REQUEST);
        assertEquals(Pair.LISTENER_UID, request.uid());
        assertEquals(listener, request.listener());
        CmIdInfo info = pair.server.channel.query(request.id());
        assertEquals(Pair.SERVICE, info.source());
        assertEquals(pair.client.channel.query(clientId).source(), info.destination());

        pair.server.channel.accept(request.id(), ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();
        assertEquals(
                Pair.CLIENT_UID,
                expect(pair.client.channel, CmEventType.CONNECT_RESPONSE).uid());
        pair.client.channel.accept(clientId, null, 0, Ece.NONE);
        pair.wire.settle();
        assertEquals(
                Pair.SERVER_UID,
                expect(pair.server.channel, CmEventType.ESTABLISHED).uid());
    }

    @Test
    void shouldCarryPrivateDataDepthsAndEceBothWays() {
        pair.listen();
        int clientId = pair.resolved();
        byte[] asked = filled(56, 1);
        pair.client.channel.connect(
                clientId, ConnParam.of(Pair.CLIENT_QPN).withPrivateData(asked).withDepths(3, 5), new Ece(0x15b3, 7));
        pair.wire.settle();

        CmEvent request = expect(pair.server.channel, CmEventType.CONNECT_REQUEST);
        ConnParam peer = conn(request);
        assertArrayEquals(asked, peer.privateData());
        assertEquals(Pair.CLIENT_QPN, peer.qpn());
        assertEquals(5, peer.responderResources());
        assertEquals(3, peer.initiatorDepth());
        assertEquals(new Ece(0x15b3, 7), request.ece());

        byte[] answered = filled(196, 2);
        pair.server.channel.accept(
                request.id(),
                ConnParam.of(Pair.SERVER_QPN).withPrivateData(answered).withDepths(4, 2),
                Pair.SERVER_UID,
                new Ece(0x15b3c4, 9));
        pair.wire.settle();
        CmEvent response = expect(pair.client.channel, CmEventType.CONNECT_RESPONSE);
        assertArrayEquals(answered, conn(response).privateData());
        assertEquals(2, conn(response).responderResources());
        assertEquals(4, conn(response).initiatorDepth());
        assertEquals(new Ece(0x15b3c4, 9), response.ece());
    }

    /** IBA 12.7.31, as Linux has it: each side tells the other where to begin. */
    @Test
    void shouldTellThePeerWithWhichPsnItIsToBegin() {
        List<Integer> told = new ArrayList<>();
        pair.wire.drop(mad -> {
            switch (CmAttribute.of(mad)) {
                case REQ -> told.add(ReqMad.STARTING_PSN.getInt(mad));
                case REP -> told.add(RepMad.STARTING_PSN.getInt(mad));
                default -> {}
            }
            return false;
        });
        pair.listen();
        int[] ids = pair.connected();

        assertEquals(
                List.of(
                        pair.server.channel.initQpAttr(ids[1], QpState.RTS).sqPsn(),
                        pair.client.channel.initQpAttr(ids[0], QpState.RTS).sqPsn()),
                told);
        assertNotEquals(told.getFirst(), told.getLast());
    }

    @Test
    void shouldSayHowBothQpsComeUp() {
        pair.listen();
        int[] ids = pair.connected();

        QpAttributes clientRtr = pair.client.channel.initQpAttr(ids[0], QpState.RTR);
        QpAttributes serverRtr = pair.server.channel.initQpAttr(ids[1], QpState.RTR);
        QpAttributes clientRts = pair.client.channel.initQpAttr(ids[0], QpState.RTS);
        QpAttributes serverRts = pair.server.channel.initQpAttr(ids[1], QpState.RTS);

        assertEquals(Pair.SERVER_QPN, clientRtr.destinationQpn());
        assertEquals(Pair.CLIENT_QPN, serverRtr.destinationQpn());
        assertEquals(pair.server.gid, clientRtr.destination());
        assertEquals(pair.client.gid, serverRtr.destination());
        assertEquals(clientRts.sqPsn(), serverRtr.rqPsn());
        assertEquals(serverRts.sqPsn(), clientRtr.rqPsn());
        assertEquals(1, pair.client.channel.initQpAttr(ids[0], QpState.INIT).port());
    }

    @Test
    void shouldTakeMoreThanSevenRetriesForSevenAsLinuxDoes() {
        ConnParam eager = new ConnParam(Pair.CLIENT_QPN, new byte[0], false, 1, 1, false, 15, 15);
        pair.listen();
        int client = pair.resolved();
        pair.client.channel.connect(client, eager, Ece.NONE);
        pair.wire.settle();

        CmEvent request = expect(pair.server.channel, CmEventType.CONNECT_REQUEST);
        pair.server.channel.accept(request.id(), eager, Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();
        expect(pair.client.channel, CmEventType.CONNECT_RESPONSE);

        assertEquals(7, pair.client.channel.initQpAttr(client, QpState.RTS).retryCount());
        assertEquals(7, pair.client.channel.initQpAttr(client, QpState.RTS).rnrRetry());
        assertEquals(
                7, pair.server.channel.initQpAttr(request.id(), QpState.RTS).retryCount());
    }

    @Test
    void shouldTellTheClientWhyTheServerRefuses() {
        pair.listen();
        pair.connecting();
        pair.wire.settle();
        int id = expect(pair.server.channel, CmEventType.CONNECT_REQUEST).id();

        byte[] why = filled(148, 3);
        pair.server.channel.reject(id, 0, why);
        pair.wire.settle();

        CmEvent rejected = expect(pair.client.channel, CmEventType.REJECTED, CONSUMER);
        assertArrayEquals(why, conn(rejected).privateData());
    }

    @Test
    void shouldRefuseARequestThatNobodyListensFor() {
        pair.connecting();
        pair.wire.settle();

        expect(pair.client.channel, CmEventType.REJECTED, NO_LISTENER);
        assertEquals(0, pair.client.manager.connections() + pair.server.manager.connections());
    }

    @Test
    void shouldGiveUpAfterSixteenRequestsToAHostThatIsDead() {
        pair.listen();
        pair.server.die();
        pair.connecting();
        pair.wire.exhaust();

        expect(pair.client.channel, CmEventType.UNREACHABLE, TIMED_OUT);
        assertEquals(16, pair.wire.sent().size());
        assertEquals(0, pair.client.manager.connections());
    }

    @Test
    void shouldNameTheQpOfADatagramService() {
        pair.listen(PortSpace.UDP, 0);
        int id = pair.resolved(PortSpace.UDP);
        byte[] asked = filled(180, 4);
        pair.client.channel.connect(id, ConnParam.of(Pair.CLIENT_QPN).withPrivateData(asked), Ece.NONE);
        pair.wire.settle();
        CmEvent request = expect(pair.server.channel, CmEventType.CONNECT_REQUEST);
        assertArrayEquals(asked, ud(request).privateData());

        pair.server.channel.accept(request.id(), ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();

        UdParam service = ud(expect(pair.client.channel, CmEventType.ESTABLISHED, 0));
        assertEquals(Pair.SERVER_QPN, service.qpn());
        assertEquals(0x01234567, service.qkey());
        assertEquals(pair.server.gid, service.path().destination());
        assertEquals(List.of(CmAttribute.SIDR_REQ, CmAttribute.SIDR_REP), pair.wire.sent());
        expectNothing(pair.server.channel);
    }

    @Test
    void shouldCallADatagramServiceUnreachableThatRefusesOrIsNotThere() {
        int missing = pair.resolved(PortSpace.UDP);
        pair.client.channel.connect(missing, ConnParam.of(1), Ece.NONE);
        pair.wire.settle();
        expect(pair.client.channel, CmEventType.UNREACHABLE, 1);

        pair.listen(PortSpace.UDP, 0);
        int refused = pair.resolved(PortSpace.UDP);
        pair.client.channel.connect(refused, ConnParam.of(1), Ece.NONE);
        pair.wire.settle();
        pair.server.channel.reject(
                expect(pair.server.channel, CmEventType.CONNECT_REQUEST).id(), 0, new byte[136]);
        pair.wire.settle();
        expect(pair.client.channel, CmEventType.UNREACHABLE, 2);
    }

    @Test
    void shouldConnectWithinOneHost() {
        pair.listen();
        int client = pair.server.channel.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.CLIENT_UID);
        pair.server.channel.resolveAddr(client, null, Pair.SERVICE, 1);
        expect(pair.server.channel, CmEventType.ADDR_RESOLVED);
        pair.server.channel.resolveRoute(client, 1);
        expect(pair.server.channel, CmEventType.ROUTE_RESOLVED);
        pair.server.channel.connect(client, ConnParam.of(Pair.CLIENT_QPN), Ece.NONE);
        pair.wire.settle();
        int server = expect(pair.server.channel, CmEventType.CONNECT_REQUEST).id();
        pair.server.channel.accept(server, ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();
        expect(pair.server.channel, CmEventType.CONNECT_RESPONSE);
        pair.server.channel.accept(client, null, 0, Ece.NONE);
        pair.wire.settle();
        assertEquals(
                server, expect(pair.server.channel, CmEventType.ESTABLISHED).id());
    }

    @Test
    void shouldJoinAGroupWhoseAddressIsItsGid() {
        int id = pair.client.channel.createId(PortSpace.UDP, Pair.type(PortSpace.UDP), Pair.CLIENT_UID);
        pair.client.channel.bindAddr(id, CmAddress.ofIpv4(Pair.CLIENT_IP, 0));
        int membership = pair.client.channel.joinMulticast(id, CmAddress.ofIpv4(0xe0000105, 0), 44);

        CmEvent joined = expect(pair.client.channel, CmEventType.MULTICAST_JOIN, 0);
        assertEquals(44, joined.uid());
        assertEquals(membership, joined.id());
        assertEquals(Gid.ofIpv4(0xe0000105), ud(joined).path().destination());
        assertEquals(0xffffff, ud(joined).qpn());
        assertEquals(1, pair.client.channel.leaveMulticast(membership));
    }

    @Test
    void shouldRunAnEventListenerWithoutTheLock() throws InterruptedException {
        boolean[] seen = {false};
        pair.server.channel.listener(() -> {
            Thread other = new Thread(() -> seen[0] = pair.server.channel.hasEvents());
            other.start();
            try {
                other.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        pair.listen();
        pair.connecting();
        pair.wire.settle();

        assertTrue(seen[0]);
    }

    private static byte[] filled(int length, int value) {
        byte[] data = new byte[length];
        Arrays.fill(data, (byte) value);
        return data;
    }

    private static ConnParam conn(CmEvent event) {
        ConnParam conn = event.conn();
        assertNotNull(conn);
        return conn;
    }

    private static UdParam ud(CmEvent event) {
        UdParam ud = event.ud();
        assertNotNull(ud);
        return ud;
    }
}
