package dev.fenestra.ib.core.cm.ids;

import static dev.fenestra.ib.core.cm.ids.Pair.expect;
import static dev.fenestra.ib.core.cm.ids.Pair.expectNothing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.Refusals;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.mad.CmAttribute;
import dev.fenestra.ib.core.mad.DreqMad;
import dev.fenestra.ib.core.mad.LapMad;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes wrong: lost messages, dead peers, listeners that disappear. */
class TroubleTest {
    private static final CmAddress SECOND_ADDRESS = CmAddress.ofIpv4(0x0a000009, Pair.PORT);
    private static final int TIMED_OUT = -110;
    private static final int CONSUMER = 28;
    private static final int STALE = 10;
    private static final int GAVE_UP = 4;
    private static final long SECOND = 1_000_000_000L;

    private final Pair pair = new Pair();
    private final CmChannelCalls client = pair.client.channel;
    private final CmChannelCalls server = pair.server.channel;

    private void assertNoConnections() {
        pair.wire.exhaust();
        assertEquals(0, pair.client.manager.connections());
        assertEquals(0, pair.server.manager.connections());
    }

    private int requested() {
        pair.wire.settle();
        return expect(server, CmEventType.CONNECT_REQUEST).id();
    }

    private void accept(int id) {
        server.accept(id, ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();
    }

    @Test
    void shouldAskAgainWhenTheRequestIsLost() {
        pair.listen();
        pair.wire.drop(CmAttribute.REQ);
        pair.connecting();
        pair.wire.dropNothing();
        pair.wire.pass(5 * SECOND);

        expect(server, CmEventType.CONNECT_REQUEST);
        expectNothing(server);
    }

    @Test
    void shouldTellAPeerThatAsksAgainToWaitForASlowProgram() {
        pair.listen();
        pair.connecting();
        int id = requested();
        pair.wire.pass(20 * SECOND);
        assertEquals(List.of(CmAttribute.REQ, CmAttribute.REQ, CmAttribute.MRA), pair.wire.sent());
        expectNothing(server);

        accept(id);
        expect(client, CmEventType.CONNECT_RESPONSE);
    }

    @Test
    void shouldTellAPeerWhoseAcceptanceWaitsForASlowProgram() {
        pair.listen();
        int clientId = pair.connecting();
        accept(requested());
        pair.wire.pass(20 * SECOND);
        assertEquals(List.of(CmAttribute.REQ, CmAttribute.REP, CmAttribute.REP, CmAttribute.MRA), pair.wire.sent());

        expect(client, CmEventType.CONNECT_RESPONSE);
        client.accept(clientId, null, 0, Ece.NONE);
        pair.wire.settle();
        expect(server, CmEventType.ESTABLISHED);
    }

    @Test
    void shouldSendRtuAgainWhenItIsLost() {
        pair.listen();
        int clientId = pair.connecting();
        accept(requested());
        expect(client, CmEventType.CONNECT_RESPONSE);
        pair.wire.drop(CmAttribute.RTU);
        client.accept(clientId, null, 0, Ece.NONE);
        pair.wire.settle();
        expectNothing(server);

        pair.wire.dropNothing();
        pair.wire.pass(6 * SECOND);
        expect(server, CmEventType.ESTABLISHED);
        expectNothing(server);
    }

    @Test
    void shouldEstablishByDataWhenRtuIsLost() {
        pair.listen();
        int clientId = pair.connecting();
        int serverId = requested();
        accept(serverId);
        pair.wire.drop(CmAttribute.RTU);
        client.accept(clientId, null, 0, Ece.NONE);

        server.notifyEstablished(serverId);
        expect(server, CmEventType.ESTABLISHED);
        pair.wire.dropNothing();
        pair.wire.pass(6 * SECOND);
        expectNothing(server);
    }

    @Test
    void shouldCallTheClientUnreachableThatDiesBeforeItIsReady() {
        pair.listen();
        pair.connecting();
        int id = requested();
        pair.client.die();
        accept(id);
        pair.wire.exhaust();

        expect(server, CmEventType.UNREACHABLE, TIMED_OUT);
        assertEquals(0, pair.server.manager.connections());
    }

    @Test
    void shouldEndAConnectionWhosePeerIsDead() {
        pair.listen();
        int[] ids = pair.connected();
        pair.server.die();
        client.disconnect(ids[0]);
        pair.wire.exhaust();

        expect(client, CmEventType.DISCONNECTED, TIMED_OUT);
        expect(client, CmEventType.TIMEWAIT_EXIT);
        assertEquals(0, pair.client.manager.connections());
    }

    @Test
    void shouldEndOnceWhenBothEndsDisconnectAtOnce() {
        pair.listen();
        int[] ids = pair.connected();
        client.disconnect(ids[0]);
        server.disconnect(ids[1]);
        pair.wire.settle();

        expect(client, CmEventType.DISCONNECTED, 0);
        expect(server, CmEventType.DISCONNECTED, 0);
        client.disconnect(ids[0]);
        server.disconnect(ids[1]);
        assertNoConnections();
        expect(client, CmEventType.TIMEWAIT_EXIT);
        expectNothing(client);
    }

    @Test
    void shouldAnswerADreqInTimewaitAndOneThatNobodyKnows() {
        pair.listen();
        int[] ids = pair.connected();
        client.disconnect(ids[0]);
        pair.wire.settle();
        pair.wire.drop(CmAttribute.DREP);
        server.disconnect(ids[1]);
        pair.wire.settle();
        pair.wire.dropNothing();
        pair.wire.sent();
        pair.wire.pass(10 * SECOND);

        assertEquals(List.of(CmAttribute.DREQ, CmAttribute.DREP), pair.wire.sent());
        expect(client, CmEventType.DISCONNECTED, 0);
    }

    @Test
    void shouldLeaveAConnectionAloneWhenADreqNamesAnotherQp() {
        pair.listen();
        pair.connected();
        byte[] forged = CmAttribute.DREQ.mad(1);
        DreqMad.REMOTE_QPN.set(forged, 0x77);
        pair.server.manager.receive(pair.server.port, pair.client.gid, forged);

        expectNothing(server);
    }

    @Test
    void shouldRejectTheRequestsOfAListenerThatIsDestroyed() {
        int listener = pair.listen();
        pair.connecting();
        pair.wire.settle();

        server.destroyId(listener);
        pair.wire.settle();

        expect(client, CmEventType.REJECTED, CONSUMER);
        assertFalse(server.hasEvents());
        assertEquals(List.of(), server.ids());
    }

    @Test
    void shouldKeepARequestThatTheProgramHasSeenWhenItsListenerIsDestroyed() {
        int listener = pair.listen();
        pair.connecting();
        int id = requested();

        assertEquals(1, server.destroyId(listener));
        accept(id);
        expect(client, CmEventType.CONNECT_RESPONSE);
    }

    @Test
    void shouldRejectAPeerWhoseRequestCannotBeAccepted() {
        pair.listen();
        pair.connecting();
        int id = requested();
        ConnParam tooLong = ConnParam.of(Pair.SERVER_QPN).withPrivateData(new byte[197]);

        Refusals.assertRefused(CmRule.PRIVATE_DATA, () -> server.accept(id, tooLong, Pair.SERVER_UID, Ece.NONE));
        pair.wire.settle();

        expect(client, CmEventType.REJECTED, CONSUMER);
        Refusals.assertRefused(CmRule.STATE, () -> accept(id));
        expectNothing(server);
        assertNoConnections();
    }

    @Test
    void shouldRejectAPeerWhoseServiceCannotBeNamed() {
        pair.listen(PortSpace.UDP, 0);
        int asking = pair.resolved(PortSpace.UDP);
        client.connect(asking, ConnParam.of(Pair.CLIENT_QPN), Ece.NONE);
        int id = requested();
        ConnParam tooLong = ConnParam.of(Pair.SERVER_QPN).withPrivateData(new byte[137]);

        Refusals.assertRefused(CmRule.PRIVATE_DATA, () -> server.accept(id, tooLong, Pair.SERVER_UID, Ece.NONE));
        pair.wire.settle();

        expect(client, CmEventType.UNREACHABLE, 2);
    }

    /** The peer has time-wait to keep, and an alarm for its end. */
    @Test
    void shouldEndTheExchangeWhenAnAcceptanceComesTwice() {
        pair.listen();
        pair.connecting();
        int id = requested();
        accept(id);

        Refusals.assertRefused(CmRule.STATE, () -> accept(id));
        pair.wire.settle();

        expect(client, CmEventType.CONNECT_RESPONSE);
        expect(client, CmEventType.REJECTED, CONSUMER);
        pair.wire.pass(10 * SECOND);
        assertNoConnections();
    }

    @Test
    void shouldRefuseARequestForAnAddressThatTheListenerDoesNotHave() {
        pair.server.addAddress(SECOND_ADDRESS.ip());
        int listener = server.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.LISTENER_UID);
        server.bindAddr(listener, SECOND_ADDRESS);
        server.listen(listener, 0);
        pair.connecting();
        pair.wire.settle();

        expect(client, CmEventType.REJECTED, CONSUMER);
        expectNothing(server);
    }

    @Test
    void shouldDisconnectNothingFromAnIdThatListensAtOneAddress() {
        int listener = server.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.LISTENER_UID);
        server.bindAddr(listener, Pair.SERVICE);
        server.listen(listener, 0);

        server.disconnect(listener);

        assertEquals("LISTEN", server.query(listener).state());
    }

    @Test
    void shouldTellTheServerWhenTheClientGivesUp() {
        pair.listen();
        int clientId = pair.connecting();
        int id = requested();
        client.destroyId(clientId);
        pair.wire.settle();

        Refusals.assertRefused(CmRule.STATE, () -> server.accept(id, ConnParam.of(1), Pair.SERVER_UID, Ece.NONE));
        expectNothing(server);
        assertNoConnections();
    }

    @Test
    void shouldTellTheServerWhenTheClientGivesUpAfterAnAcceptance() {
        pair.listen();
        int clientId = pair.connecting();
        accept(requested());
        client.destroyId(clientId);
        pair.wire.settle();

        CmEvent rejected = expect(server, CmEventType.REJECTED);
        assertTrue(rejected.status() == CONSUMER || rejected.status() == GAVE_UP);
        assertNoConnections();
    }

    @Test
    void shouldEndTheConnectionOfAnIdThatIsDestroyed() {
        pair.listen();
        int[] ids = pair.connected();
        client.destroyId(ids[0]);
        pair.wire.settle();

        expect(server, CmEventType.DISCONNECTED, 0);
        server.destroyId(ids[1]);
        assertNoConnections();
    }

    @Test
    void shouldCallARequestStaleWhoseQpIsStillConnectedAndEndTheOldConnection() {
        pair.listen();
        pair.connected();
        pair.client.manager.deviceRemoved("mlx5_0");
        expect(client, CmEventType.DEVICE_REMOVAL);

        pair.connecting();
        pair.wire.settle();

        expect(client, CmEventType.REJECTED, STALE);
        pair.wire.settle();
        expect(server, CmEventType.DISCONNECTED);
        pair.wire.exhaust();
        pair.connecting();
        pair.wire.settle();
        expect(server, CmEventType.TIMEWAIT_EXIT);
        expect(server, CmEventType.CONNECT_REQUEST);
    }

    @Test
    void shouldRefuseAnAlternatePath() {
        pair.listen();
        byte[][] request = new byte[1][];
        pair.wire.drop(mad -> {
            if (CmAttribute.of(mad) == CmAttribute.REP) {
                request[0] = mad;
            }
            return false;
        });
        pair.connected();
        pair.wire.sent();
        byte[] rep = request[0];
        assertNotNull(rep);
        byte[] lap = CmAttribute.LAP.mad(1);
        LapMad.LOCAL_COMM_ID.set(lap, LapMad.LOCAL_COMM_ID.get(rep));
        LapMad.REMOTE_COMM_ID.set(lap, LapMad.REMOTE_COMM_ID.get(rep));
        pair.client.manager.receive(pair.client.port, pair.server.gid, lap);

        assertEquals(List.of(CmAttribute.APR), pair.wire.sent());
    }

    @Test
    void shouldDropRequestsBeyondTheBacklogUntilOneIsRead() {
        pair.listen(PortSpace.TCP, 2);
        for (int qpn = 1; qpn <= 3; qpn++) {
            client.connect(pair.resolved(), ConnParam.of(qpn), Ece.NONE);
        }
        pair.wire.settle();
        assertEquals(2, pair.server.manager.connections());
        assertEquals(List.of(CmAttribute.REQ, CmAttribute.REQ, CmAttribute.REQ), pair.wire.sent());

        expect(server, CmEventType.CONNECT_REQUEST);
        pair.wire.pass(5 * SECOND);
        expect(server, CmEventType.CONNECT_REQUEST);
        expect(server, CmEventType.CONNECT_REQUEST);
        expectNothing(server);
    }

    @Test
    void shouldReportAnAddressThatNobodyAnswersForAfterItsTime() {
        pair.client.silent.add(pair.server.gid);
        int id = client.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.CLIENT_UID);
        client.resolveAddr(id, null, Pair.SERVICE, 300);
        pair.wire.pass(299_000_000);
        expectNothing(client);
        pair.wire.pass(1_000_000);

        expect(client, CmEventType.ADDR_ERROR, TIMED_OUT);
        pair.client.silent.clear();
        client.resolveAddr(id, null, Pair.SERVICE, 300);
        expect(client, CmEventType.ADDR_RESOLVED);
    }

    @Test
    void shouldFindAnAddressThatAnswersBeforeItsTimeIsOver() {
        pair.client.silent.add(pair.server.gid);
        int id = client.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.CLIENT_UID);
        client.resolveAddr(id, null, Pair.SERVICE, 5000);
        pair.wire.pass(1500_000_000);
        pair.client.silent.clear();
        pair.wire.pass(500_000_000);

        expect(client, CmEventType.ADDR_RESOLVED);
        pair.wire.pass(10 * SECOND);
        expectNothing(client);
    }

    @Test
    void shouldWaitForAnAnswerAsLongAsTheLargestTime() {
        pair.client.silent.add(pair.server.gid);
        int id = client.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.CLIENT_UID);
        client.resolveAddr(id, null, Pair.SERVICE, -1);
        pair.wire.pass(10 * SECOND);

        expectNothing(client);
    }

    @Test
    void shouldRefuseAnAddressThatNoRouteLeadsTo() {
        pair.client.unrouted.add(pair.server.gid);
        int id = client.createId(PortSpace.TCP, Pair.type(PortSpace.TCP), Pair.CLIENT_UID);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> client.resolveAddr(id, null, Pair.SERVICE, 300));

        assertEquals(CmRule.ROUTE, refused.rule());
        assertEquals(Errno.ENETUNREACH, refused.errno());
        assertEquals("IDLE", client.query(id).state());
        pair.wire.pass(10 * SECOND);
        expectNothing(client);
        pair.client.unrouted.clear();
        client.resolveAddr(id, null, Pair.SERVICE, 300);
        expect(client, CmEventType.ADDR_RESOLVED);
    }

    @Test
    void shouldResolveAGroupThatNobodyAnswersFor() {
        int id = client.createId(PortSpace.UDP, Pair.type(PortSpace.UDP), Pair.CLIENT_UID);
        client.resolveAddr(id, null, CmAddress.ofIpv4(0xef010101, 0), 300);

        expect(client, CmEventType.ADDR_RESOLVED);
    }

    @Test
    void shouldMoveAnIdWithItsUnreadEvents() {
        int listener = pair.listen();
        pair.connecting();
        pair.wire.settle();
        CmChannelCalls other = pair.server.manager.open();

        assertEquals(0, other.migrateId(listener, server));

        expectNothing(server);
        int id = expect(other, CmEventType.CONNECT_REQUEST).id();
        other.accept(id, ConnParam.of(Pair.SERVER_QPN), Pair.SERVER_UID, Ece.NONE);
        pair.wire.settle();
        expect(client, CmEventType.CONNECT_RESPONSE);
    }
}
