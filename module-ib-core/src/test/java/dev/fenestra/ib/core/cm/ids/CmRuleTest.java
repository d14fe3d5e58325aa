package dev.fenestra.ib.core.cm.ids;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static dev.fenestra.ib.core.cm.ids.Pair.expect;
import static dev.fenestra.ib.core.cm.ids.Pair.expectNothing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of RDMA CM, broken; and that nothing has changed. */
public class CmRuleTest {
    private final Pair pair = new Pair();
    private final CmChannelCalls client = pair.client.channel;
    private final CmChannelCalls server = pair.server.channel;

    private int tcp(CmChannelCalls channel) {
        return channel.createId(PortSpace.TCP, QpType.RC, 1);
    }

    private int udp(CmChannelCalls channel) {
        return channel.createId(PortSpace.UDP, QpType.UD, 1);
    }

    @Test
    @Provokes("CM-1")
    void shouldRefuseCallsOfAClosedChannel() {
        client.close();
        client.close();

        assertRefused(CmRule.CHANNEL_OPEN, () -> tcp(client));
        assertRefused(CmRule.CHANNEL_OPEN, client::getEvent);
    }

    @Test
    @Provokes("CM-17")
    void shouldRefuseAnIdOfAnotherChannel() {
        int id = tcp(client);
        CmChannelCalls other = pair.client.manager.open();

        assertRefused(CmRule.OWNER, () -> other.destroyId(id));
        assertRefused(CmRule.OWNER, () -> other.setOption(id, CmOption.TOS, 1));
        assertRefused(CmRule.ID, () -> other.migrateId(id, server));
        assertEquals("IDLE", client.query(id).state());
    }

    @Test
    @Provokes("CM-18")
    void shouldRefuseAllButDestroyingForAnIdWhoseDeviceHasGone() {
        int id = pair.resolved();
        pair.client.manager.deviceRemoved("mlx5_0");

        assertRefused(CmRule.DEVICE, () -> client.query(id));
        assertRefused(CmRule.DEVICE, () -> client.connect(id, ConnParam.of(1), Ece.NONE));
        assertRefused(CmRule.DEVICE, () -> pair.client.manager.open().migrateId(id, client));
        assertEquals(2, client.destroyId(id));
    }

    @Test
    @Provokes("CM-19")
    void shouldRefuseToAskWithAQpThatIsOnlyAsked() {
        int id = client.createId(PortSpace.IB, QpType.XRC_TGT, 1);
        client.resolveAddr(id, null, Pair.SERVICE, 100);
        client.resolveRoute(id, 100);

        assertRefused(CmRule.ASKING_TYPE, () -> client.connect(id, ConnParam.of(1), Ece.NONE));
        assertEquals("ROUTE_RESOLVED", client.query(id).state());
    }

    @Test
    @Provokes("CM-16")
    void shouldRefuseAPeerThatNoRouteLeadsTo() {
        pair.client.unrouted.add(pair.server.gid);
        int id = tcp(client);

        assertRefused(CmRule.ROUTE, () -> client.resolveAddr(id, null, Pair.SERVICE, 100));
        assertEquals("IDLE", client.query(id).state());
    }

    @Test
    @Provokes("CM-2")
    void shouldRefuseAnIdThatIsDestroyed() {
        int id = tcp(client);
        client.destroyId(id);
        assertRefused(CmRule.ID, () -> client.destroyId(id));
        assertRefused(CmRule.ID, () -> client.leaveMulticast(tcp(client)));
    }

    @Test
    @Provokes("CM-3")
    void shouldRefuseCallsThatAnIdIsNotReadyFor() {
        int id = tcp(client);

        assertRefused(CmRule.STATE, () -> client.resolveRoute(id, 1));
        assertRefused(CmRule.STATE, () -> client.connect(id, ConnParam.of(1), Ece.NONE));
        assertRefused(CmRule.STATE, () -> client.accept(id, ConnParam.of(1), 1, Ece.NONE));
        assertRefused(CmRule.STATE, () -> client.reject(id, 0, new byte[0]));
        assertRefused(CmRule.STATE, () -> client.disconnect(id));
        assertRefused(CmRule.STATE, () -> client.notifyEstablished(id));
        client.listen(id, 0);
        assertRefused(CmRule.STATE, () -> client.listen(id, 0));
        assertRefused(CmRule.STATE, () -> client.bindAddr(id, CmAddress.anyIpv4(0)));
        assertRefused(CmRule.STATE, () -> client.setOption(id, CmOption.REUSE_ADDRESS, 1));
        assertRefused(CmRule.STATE, () -> client.setOption(id, CmOption.AF_ONLY, 1));
        assertEquals("LISTEN", client.query(id).state());
    }

    @Test
    @Provokes("CM-4")
    void shouldRefuseATypeOfQpThatThePortSpaceDoesNotHave() {
        assertRefused(CmRule.PORT_SPACE, () -> client.createId(PortSpace.TCP, QpType.UD, 1));
        assertRefused(CmRule.PORT_SPACE, () -> client.createId(PortSpace.UDP, QpType.RC, 1));
        assertRefused(CmRule.PORT_SPACE, () -> client.createId(PortSpace.IB, QpType.RAW_PACKET, 1));
        assertEquals(List.of(), client.ids());
    }

    @Test
    @Provokes("CM-5")
    void shouldRefuseAnIpv6SourceForAnIpv4Destination() {
        int id = tcp(client);

        assertRefused(CmRule.FAMILY, () -> client.resolveAddr(id, CmAddress.anyIpv6(0), Pair.SERVICE, 1));
        assertNull(client.query(id).source());
    }

    @Test
    @Provokes("CM-6")
    void shouldRefuseAnAddressThatTheHostDoesNotHave() {
        int id = tcp(client);

        assertRefused(CmRule.OWN_ADDRESS, () -> client.bindAddr(id, Pair.SERVICE));
        assertEquals("IDLE", client.query(id).state());
    }

    @Test
    @Provokes("CM-7")
    void shouldRefuseAnAddressThatAnotherIdHasUnlessBothReuseIt() {
        CmAddress address = Pair.SERVICE;
        int first = tcp(server);
        server.setOption(first, CmOption.REUSE_ADDRESS, 1);
        server.bindAddr(first, address);
        int second = tcp(server);

        assertRefused(CmRule.ADDRESS_FREE, () -> server.bindAddr(second, address));
        assertNull(server.query(second).source());
        server.setOption(second, CmOption.REUSE_ADDRESS, 1);
        server.bindAddr(second, address);
        assertRefused(CmRule.ADDRESS_FREE, () -> server.listen(second, 0));
        server.destroyId(first);
        server.listen(second, 0);
        int datagrams = udp(server);
        server.bindAddr(datagrams, address);
    }

    @Test
    @Provokes("CM-8")
    void shouldRefuseAllAddressesAtAPortThatOneAddressHas() {
        server.bindAddr(tcp(server), Pair.SERVICE);
        int id = tcp(server);

        assertRefused(CmRule.PORT_FREE, () -> server.bindAddr(id, CmAddress.anyIpv4(Pair.PORT)));
        server.bindAddr(id, CmAddress.anyIpv4(0));
    }

    @Test
    @Provokes("CM-9")
    void shouldRefuseOneOctetOfPrivateDataTooMany() {
        int id = pair.resolved();
        assertRefused(
                CmRule.PRIVATE_DATA, () -> client.connect(id, ConnParam.of(1).withPrivateData(new byte[57]), Ece.NONE));
        int datagrams = pair.resolved(PortSpace.UDP);
        assertRefused(
                CmRule.PRIVATE_DATA,
                () -> client.connect(datagrams, ConnParam.of(1).withPrivateData(new byte[181]), Ece.NONE));
        assertEquals("ROUTE_RESOLVED", client.query(id).state());

        pair.listen();
        client.connect(id, ConnParam.of(1).withPrivateData(new byte[56]), Ece.NONE);
        pair.wire.settle();
        int requested = expect(server, CmEventType.CONNECT_REQUEST).id();
        assertRefused(CmRule.PRIVATE_DATA, () -> server.reject(requested, 0, new byte[149]));
        ConnParam long197 = ConnParam.of(1).withPrivateData(new byte[197]);
        assertRefused(CmRule.PRIVATE_DATA, () -> server.accept(requested, long197, 1, Ece.NONE));
    }

    @Test
    @Provokes("CM-10")
    void shouldRefuseAReasonThatIsTheProtocolsOwn() {
        pair.listen();
        pair.connecting();
        pair.wire.settle();
        int requested = expect(server, CmEventType.CONNECT_REQUEST).id();

        assertRefused(CmRule.REASON, () -> server.reject(requested, 8, new byte[0]));
        server.reject(requested, 35, new byte[0]);
        pair.wire.settle();
        expect(client, CmEventType.REJECTED, 35);
    }

    @Test
    @Provokes("CM-11")
    void shouldRefuseToSayHowAQpGetsToAStateTooEarly() {
        int id = pair.resolved();
        client.initQpAttr(id, QpState.INIT);
        assertRefused(CmRule.QP_STATE, () -> client.initQpAttr(id, QpState.RTR));
        client.connect(id, ConnParam.of(1), Ece.NONE);
        client.initQpAttr(id, QpState.INIT);
        assertRefused(CmRule.QP_STATE, () -> client.initQpAttr(id, QpState.RTR));
        assertRefused(CmRule.QP_STATE, () -> client.initQpAttr(id, QpState.SQD));
    }

    @Test
    @Provokes("CM-12")
    void shouldRefuseToJoinWhatIsNoGroupOrWithAConnection() {
        CmAddress group = CmAddress.ofIpv4(0xe0000105, 0);
        int datagrams = udp(client);
        client.bindAddr(datagrams, CmAddress.ofIpv4(Pair.CLIENT_IP, 0));
        assertRefused(CmRule.GROUP, () -> client.joinMulticast(datagrams, Pair.SERVICE, 1));
        int stream = tcp(client);
        client.bindAddr(stream, CmAddress.ofIpv4(Pair.CLIENT_IP, 0));
        assertRefused(CmRule.GROUP, () -> client.joinMulticast(stream, group, 1));
        expectNothing(client);
    }

    @Test
    @Provokes("CM-13")
    void shouldRefuseToEstablishWhatIsEstablished() {
        pair.listen();
        int[] ids = pair.connected();

        assertRefused(CmRule.NOT_ESTABLISHED, () -> server.notifyEstablished(ids[1]));
    }

    @Test
    @Provokes("CM-14")
    void shouldRefuseAnAckTimeoutOfDatagramsAndOneOutOfRange() {
        int datagrams = udp(client);
        assertRefused(CmRule.OPTION, () -> client.setOption(datagrams, CmOption.ACK_TIMEOUT, 14));
        int id = tcp(client);
        assertRefused(CmRule.OPTION, () -> client.setOption(id, CmOption.ACK_TIMEOUT, 32));
        client.setOption(id, CmOption.ACK_TIMEOUT, 31);
    }

    @Test
    @Provokes("CM-15")
    void shouldRefuseAnIdWithoutAPortWhenAllAreTaken() {
        for (int port = 32768; port < 61000; port++) {
            client.bindAddr(tcp(client), CmAddress.anyIpv4(0));
        }
        int id = tcp(client);

        assertRefused(CmRule.PORTS_LEFT, () -> client.bindAddr(id, CmAddress.anyIpv4(0)));
        client.bindAddr(id, CmAddress.anyIpv4(80));
    }
}
