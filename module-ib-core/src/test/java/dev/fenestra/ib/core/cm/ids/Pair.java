package dev.fenestra.ib.core.cm.ids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.ConnParam;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.QpType;

/** A server and a client on a network, and the ways of programs with them. */
final class Pair {
    static final int SERVER_IP = 0x0a000001;
    static final int CLIENT_IP = 0x0a000002;
    static final int PORT = 7471;
    static final CmAddress SERVICE = CmAddress.ofIpv4(SERVER_IP, PORT);
    static final int SERVER_QPN = 0x51;
    static final int CLIENT_QPN = 0xc1;
    static final long LISTENER_UID = 11;
    static final long SERVER_UID = 22;
    static final long CLIENT_UID = 33;

    final Wire wire;
    final Wire.Node server;
    final Wire.Node client;

    Pair() {
        this(new Wire());
    }

    Pair(Wire wire) {
        this.wire = wire;
        server = wire.host(SERVER_IP);
        client = wire.host(CLIENT_IP);
    }

    int listen() {
        return listen(PortSpace.TCP, 0);
    }

    int listen(PortSpace space, int backlog) {
        int id = server.channel.createId(space, type(space), LISTENER_UID);
        server.channel.bindAddr(id, CmAddress.anyIpv4(PORT));
        server.channel.listen(id, backlog);
        return id;
    }

    static QpType type(PortSpace space) {
        return space == PortSpace.TCP ? QpType.RC : QpType.UD;
    }

    /** A client's id that knows the way to the server. */
    int resolved() {
        return resolved(PortSpace.TCP);
    }

    int resolved(PortSpace space) {
        int id = client.channel.createId(space, type(space), CLIENT_UID);
        client.channel.resolveAddr(id, null, SERVICE, 2000);
        expect(client.channel, CmEventType.ADDR_RESOLVED);
        client.channel.resolveRoute(id, 2000);
        expect(client.channel, CmEventType.ROUTE_RESOLVED);
        return id;
    }

    /** A client's id that has sent its request. */
    int connecting() {
        int id = resolved();
        client.channel.connect(id, ConnParam.of(CLIENT_QPN), Ece.NONE);
        return id;
    }

    /** Both ends of a connection: client's id, server's id. */
    int[] connected() {
        int clientId = connecting();
        wire.settle();
        int serverId = expect(server.channel, CmEventType.CONNECT_REQUEST).id();
        server.channel.accept(serverId, ConnParam.of(SERVER_QPN), SERVER_UID, Ece.NONE);
        wire.settle();
        expect(client.channel, CmEventType.CONNECT_RESPONSE);
        client.channel.accept(clientId, null, 0, Ece.NONE);
        wire.settle();
        expect(server.channel, CmEventType.ESTABLISHED);
        return new int[] {clientId, serverId};
    }

    static CmEvent expect(CmChannelCalls channel, CmEventType type) {
        CmEvent event = channel.getEvent();
        assertNotNull(event, "no event where " + type + " is expected");
        assertEquals(type, event.type());
        return event;
    }

    static CmEvent expect(CmChannelCalls channel, CmEventType type, int status) {
        CmEvent event = expect(channel, type);
        assertEquals(status, event.status());
        return event;
    }

    static void expectNothing(CmChannelCalls channel) {
        assertNull(channel.getEvent());
    }
}
