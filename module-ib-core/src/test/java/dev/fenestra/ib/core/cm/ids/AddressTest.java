package dev.fenestra.ib.core.cm.ids;

import static dev.fenestra.ib.core.cm.ids.Pair.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.fenestra.ib.core.Refusals;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of hosts with IPv4 and IPv6, ports, and who is found behind them. */
class AddressTest {
    private static final Gid SERVER_V6 = new Gid(0xfe80000000000000L, 1);
    private static final Gid CLIENT_V6 = new Gid(0xfe80000000000000L, 2);
    private static final int NO_DEVICE = -19;
    private static final int NOT_HERE = 28;

    private final Pair pair = new Pair();
    private final CmChannelCalls client = pair.client.channel;
    private final CmChannelCalls server = pair.server.channel;

    AddressTest() {
        pair.server.addAddress(SERVER_V6);
        pair.client.addAddress(CLIENT_V6);
    }

    private int listening(CmAddress address, CmOption... options) {
        int id = server.createId(PortSpace.TCP, QpType.RC, 1);
        for (CmOption option : options) {
            server.setOption(id, option, 1);
        }
        server.bindAddr(id, address);
        server.listen(id, 0);
        return id;
    }

    private int connecting(CmAddress to) {
        int id = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.resolveAddr(id, null, to, 100);
        expect(client, CmEventType.ADDR_RESOLVED);
        client.resolveRoute(id, 100);
        expect(client, CmEventType.ROUTE_RESOLVED);
        client.connect(id, ConnParam.of(7 + id), Ece.NONE);
        pair.wire.settle();
        return id;
    }

    @Test
    void shouldConnectOverIpv6FromTheAddressOfThatFamily() {
        int listener = listening(new CmAddress(SERVER_V6, 80));
        int id = connecting(new CmAddress(SERVER_V6, 80));

        CmEvent request = expect(server, CmEventType.CONNECT_REQUEST);
        assertEquals(listener, request.listener());
        assertEquals(
                CLIENT_V6, address(server.query(request.id()).destination()).ip());
        assertEquals(1, client.initQpAttr(id, QpState.INIT).port());
        server.accept(request.id(), ConnParam.of(9), 2, Ece.NONE);
        pair.wire.settle();
        expect(client, CmEventType.CONNECT_RESPONSE);
        assertEquals(1, client.initQpAttr(id, QpState.RTR).sourceGidIndex());
        assertEquals(SERVER_V6, client.initQpAttr(id, QpState.RTR).destination());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3"})
    void shouldTakeALoopbackAddressForAllAddressesAsLinuxDoes(String loopback) {
        int listener = listening(new CmAddress(ipv4(loopback), 80));
        assertNull(server.query(listener).port());

        connecting(Pair.SERVICE.withPort(80));

        assertEquals(listener, expect(server, CmEventType.CONNECT_REQUEST).listener());
    }

    @Test
    void shouldReachTheHostItselfAtALoopbackAddress() {
        int listener = listening(CmAddress.anyIpv4(80));
        int id = server.createId(PortSpace.TCP, QpType.RC, 1);
        server.resolveAddr(id, null, CmAddress.ofIpv4(0x7f000001, 80), 100);
        expect(server, CmEventType.ADDR_RESOLVED);
        server.resolveRoute(id, 100);
        expect(server, CmEventType.ROUTE_RESOLVED);
        server.connect(id, ConnParam.of(7), Ece.NONE);
        pair.wire.settle();

        assertEquals(listener, expect(server, CmEventType.CONNECT_REQUEST).listener());
        assertEquals(Pair.SERVICE.ip(), address(server.query(id).source()).ip());
    }

    private static Gid ipv4(String text) {
        int address = 0;
        for (String octet : text.split("\\.")) {
            address = address << 8 | Integer.parseInt(octet);
        }
        return Gid.ofIpv4(address);
    }

    @Test
    void shouldFindAListenerOfAllIpv6AddressesByIpv4UnlessItLeavesIpv4ToOthers() {
        int both = listening(CmAddress.anyIpv6(80));
        connecting(Pair.SERVICE.withPort(80));
        assertEquals(both, expect(server, CmEventType.CONNECT_REQUEST).listener());

        int six = listening(CmAddress.anyIpv6(81), CmOption.AF_ONLY);
        connecting(Pair.SERVICE.withPort(81));
        expect(client, CmEventType.REJECTED, NOT_HERE);
        int four = listening(CmAddress.anyIpv4(81), CmOption.AF_ONLY);
        connecting(Pair.SERVICE.withPort(81));
        assertEquals(four, expect(server, CmEventType.CONNECT_REQUEST).listener());
        connecting(new CmAddress(SERVER_V6, 81));
        assertEquals(six, expect(server, CmEventType.CONNECT_REQUEST).listener());
    }

    @Test
    void shouldLetTwoAddressesShareAPortAndFindEach() {
        int four = listening(Pair.SERVICE);
        int six = listening(new CmAddress(SERVER_V6, Pair.PORT));

        connecting(new CmAddress(SERVER_V6, Pair.PORT));
        assertEquals(six, expect(server, CmEventType.CONNECT_REQUEST).listener());
        connecting(Pair.SERVICE);
        assertEquals(four, expect(server, CmEventType.CONNECT_REQUEST).listener());
    }

    @Test
    void shouldGiveAwayPortsThatAreFreeAndFreeThemAgain() {
        int first = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.bindAddr(first, CmAddress.anyIpv4(0));
        int second = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.bindAddr(second, CmAddress.anyIpv4(0));
        CmAddress taken = address(client.query(first).source());
        assertNotEquals(taken, client.query(second).source());

        client.destroyId(first);
        int third = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.bindAddr(third, taken);
        assertEquals(taken, client.query(third).source());
    }

    @Test
    void shouldReportThatNoDeviceHasAnAddressOfTheFamily() {
        Pair ipv4Only = new Pair();
        CmChannelCalls channel = ipv4Only.client.channel;
        int id = channel.createId(PortSpace.TCP, QpType.RC, 1);
        channel.resolveAddr(id, null, new CmAddress(SERVER_V6, 80), 100);

        expect(channel, CmEventType.ADDR_ERROR, NO_DEVICE);
        assertEquals("ADDR_BOUND", channel.query(id).state());
    }

    @Test
    void shouldResolveAllAddressesToTheHostItself() {
        int id = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.resolveAddr(id, null, CmAddress.anyIpv4(80), 100);

        expect(client, CmEventType.ADDR_RESOLVED);
        CmIdInfo info = client.query(id);
        assertEquals(pair.client.gid, info.destinationGid());
        assertEquals(pair.client.gid, address(info.source()).ip());
    }

    @Test
    void shouldConnectInPortSpaceIbWithAllPrivateDataForTheProgram() {
        int listener = server.createId(PortSpace.IB, QpType.UC, 1);
        server.bindAddr(listener, CmAddress.anyIpv4(80));
        server.listen(listener, 0);
        int id = client.createId(PortSpace.IB, QpType.UC, 1);
        client.resolveAddr(id, null, Pair.SERVICE.withPort(80), 100);
        expect(client, CmEventType.ADDR_RESOLVED);
        client.resolveRoute(id, 100);
        expect(client, CmEventType.ROUTE_RESOLVED);
        Refusals.assertRefused(
                CmRule.PRIVATE_DATA, () -> client.connect(id, ConnParam.of(1).withPrivateData(new byte[93]), Ece.NONE));
        client.connect(id, ConnParam.of(1).withPrivateData(new byte[92]), Ece.NONE);
        pair.wire.settle();

        CmEvent request = expect(server, CmEventType.CONNECT_REQUEST);
        assertEquals(QpType.UC, server.query(request.id()).qpType());
        ConnParam conn = request.conn();
        assertNotNull(conn);
        assertEquals(92, conn.privateData().length);
    }

    @Test
    void shouldSendTheTypeOfServiceAndTheAckTimeoutThatTheProgramSets() {
        listening(Pair.SERVICE);
        int id = client.createId(PortSpace.TCP, QpType.RC, 1);
        client.setOption(id, CmOption.TOS, 0x28);
        client.setOption(id, CmOption.ACK_TIMEOUT, 14);
        client.resolveAddr(id, CmAddress.ofIpv4(Pair.CLIENT_IP, 0), Pair.SERVICE, 100);
        expect(client, CmEventType.ADDR_RESOLVED);
        client.resolveRoute(id, 100);
        expect(client, CmEventType.ROUTE_RESOLVED);
        client.connect(id, ConnParam.of(1), Ece.NONE);
        pair.wire.settle();

        int requested = expect(server, CmEventType.CONNECT_REQUEST).id();
        assertEquals(0x28, server.query(requested).trafficClass());
        assertEquals(14, server.initQpAttr(requested, QpState.RTS).timeout());
        assertEquals(0x28, server.initQpAttr(requested, QpState.RTR).path().trafficClass());
        assertEquals(64, server.initQpAttr(requested, QpState.RTR).path().hopLimit());
        server.accept(requested, ConnParam.of(2), 2, Ece.NONE);
        pair.wire.settle();
        assertEquals(0x28, client.initQpAttr(id, QpState.RTR).path().trafficClass());
    }

    @Test
    void shouldKeepThreeHostsApart() {
        Wire.Node third = pair.wire.host(0x0a000003);
        listening(CmAddress.anyIpv4(80));
        connecting(Pair.SERVICE.withPort(80));
        int other = third.channel.createId(PortSpace.TCP, QpType.RC, 3);
        third.channel.resolveAddr(other, null, Pair.SERVICE.withPort(80), 100);
        expect(third.channel, CmEventType.ADDR_RESOLVED);
        third.channel.resolveRoute(other, 100);
        expect(third.channel, CmEventType.ROUTE_RESOLVED);
        third.channel.connect(other, ConnParam.of(7), Ece.NONE);
        pair.wire.settle();

        int first = expect(server, CmEventType.CONNECT_REQUEST).id();
        int second = expect(server, CmEventType.CONNECT_REQUEST).id();
        server.reject(second, 0, new byte[0]);
        server.accept(first, ConnParam.of(9), 4, Ece.NONE);
        pair.wire.settle();
        expect(client, CmEventType.CONNECT_RESPONSE);
        expect(third.channel, CmEventType.REJECTED);
    }

    private static CmAddress address(CmAddress address) {
        assertNotNull(address);
        return address;
    }
}
