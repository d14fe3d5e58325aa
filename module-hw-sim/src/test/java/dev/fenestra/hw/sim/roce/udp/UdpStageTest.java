package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.Reach;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.NetworkHeaders;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.ListeningPort;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two fabrics with a port each, joined by real sockets on two loopback addresses. Ports are picked by the system. */
class UdpStageTest {
    private static final int SEND = WireOpcode.RC_SEND_ONLY.number();
    private static final long BOUND_NANOS = 5_000_000_000L;

    private final Fabric near = new Fabric();
    private final Fabric far = new Fabric();
    private final List<Arrived> packets = new ArrayList<>();
    private final ListeningPort listener = new ListeningPort(packet -> packets.add(arrived(packet)));
    private final PortGid nearGid = Addresses.gid(loopback(1));
    private final PortGid farGid = Addresses.gid(loopback(2));
    private UdpStage nearStage;
    private UdpStage farStage;

    private record Arrived(int psn, byte[] payload, PortGid source, PortGid destination, boolean fromOutside) {}

    private static Arrived arrived(Packet packet) {
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        return new Arrived(
                Bth.psn(packet.header, 0),
                payload,
                new PortGid(packet.sourceGidHigh, packet.sourceGidLow),
                new PortGid(packet.destinationGidHigh, packet.destinationGidLow),
                packet.fromOutside);
    }

    private static InetAddress loopback(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static UdpConfig config(int last, IcrcCheck check) {
        InetAddress address = loopback(last);
        return UdpConfig.at(new InetSocketAddress(address, 0)).withCheck(check);
    }

    @BeforeEach
    void open() throws IOException {
        open(IcrcCheck.STRICT);
    }

    private Reach reach(PortGid from, PortGid to) {
        return near.reach(from.high(), from.low(), to.high(), to.low());
    }

    @Test
    void shouldReachOtherMachinesFromItsOwnPortOnly() {
        PortGid second = PortGid.ofIpv4(0x0a000002);
        near.attach(new ListeningPort(packet -> {}), nearGid.high(), nearGid.low());
        near.attach(new ListeningPort(packet -> {}), second.high(), second.low());

        assertEquals(Reach.ANSWERS, reach(nearGid, farGid));
        assertEquals(Reach.ANSWERS, reach(nearGid, second));
        assertEquals(Reach.NO_ROUTE, reach(nearGid, new PortGid(0xfd00_0000_0000_0000L, 1)));
        assertEquals(Reach.SILENT, reach(second, farGid));
        assertEquals(Reach.SILENT, reach(farGid, nearGid));
    }

    private void open(IcrcCheck check) throws IOException {
        nearStage = UdpStage.open(near, config(1, IcrcCheck.STRICT));
        farStage = UdpStage.open(far, config(2, check));
        nearStage.peer(farGid, new InetSocketAddress(loopback(2), farStage.port()));
        far.attach(listener, farGid.high(), farGid.low());
    }

    @AfterEach
    void close() throws IOException {
        nearStage.close();
        farStage.close();
    }

    private Packet packet(int psn, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payloadBytes; i++) {
            payload[i] = (byte) (psn + 3 * i);
        }
        Packet packet = Packet.over(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, payload));
        packet.headerBytes = WireOpcode.headerBytesOf(SEND);
        Bth.write(packet.header, 0, SEND, false, -payloadBytes & 3, 0xffff, 0x11, true, psn);
        packet.sourceGidHigh = nearGid.high();
        packet.sourceGidLow = nearGid.low();
        packet.destinationGidHigh = farGid.high();
        packet.destinationGidLow = farGid.low();
        if (payloadBytes > 0) {
            packet.addPayload(0, payloadBytes);
        }
        return packet;
    }

    /** Lets the far side look until it has counted a number of datagrams, good or bad. */
    private void awaitSeen(long datagrams) {
        long start = System.nanoTime();
        UdpCounters seen = farStage.counters();
        while (seen.received + seen.malformed + seen.wrongIcrcs < datagrams) {
            if (System.nanoTime() - start > BOUND_NANOS) {
                throw new AssertionError("only " + seen.received + " datagrams arrived");
            }
            far.progress();
        }
    }

    private void sendRaw(byte[] datagram) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            channel.bind(new InetSocketAddress(loopback(1), 0));
            channel.send(ByteBuffer.wrap(datagram), new InetSocketAddress(loopback(2), farStage.port()));
        }
    }

    @Test
    void shouldCarryPacketsOfEverySize() {
        int[] sizes = {0, 1, 2, 3, 4, 61, 1024, 4096};
        for (int i = 0; i < sizes.length; i++) {
            near.link().transmit(packet(100 + i, sizes[i]), 0);
            awaitSeen(i + 1);
            Arrived arrived = packets.getLast();
            assertEquals(100 + i, arrived.psn());
            byte[] sent = new byte[sizes[i]];
            packet(100 + i, sizes[i]).copyPayload(sent, 0);
            assertArrayEquals(sent, arrived.payload());
            assertEquals(nearGid, arrived.source());
            assertEquals(farGid, arrived.destination());
            assertTrue(arrived.fromOutside());
        }
    }

    @Test
    void shouldShowIncomingPacketsToTheTap() {
        List<Integer> seen = new ArrayList<>();
        far.tap((packet, now) -> seen.add(Bth.psn(packet.header, 0)));
        near.link().transmit(packet(5, 16), 0);
        awaitSeen(1);
        assertEquals(List.of(5), seen);
    }

    @Test
    void shouldDropAndCountWhatIsNotAPacket() throws IOException {
        sendRaw(new byte[0]);
        sendRaw(new byte[15]);
        sendRaw(new byte[65_000]);
        byte[] unknownOpcode = new byte[64];
        unknownOpcode[0] = 0x15;
        sendRaw(unknownOpcode);
        byte[] padLongerThanPayload = new byte[Bth.BYTES + Icrc.BYTES + 2];
        Bth.write(padLongerThanPayload, 0, SEND, false, 3, 0xffff, 0x11, true, 1);
        sendRaw(padLongerThanPayload);
        awaitSeen(5);
        assertEquals(5, farStage.counters().malformed);
        assertTrue(packets.isEmpty());
    }

    @Test
    void shouldDropAWrongIcrc() throws IOException {
        byte[] datagram = new byte[Bth.BYTES + 8 + Icrc.BYTES];
        Bth.write(datagram, 0, SEND, false, 0, 0xffff, 0x11, true, 1);
        sendRaw(datagram);
        awaitSeen(1);
        assertEquals(1, farStage.counters().wrongIcrcs);
        assertTrue(packets.isEmpty());
    }

    /** A datagram as Linux sends it: DF and an identification of its own. */
    private static byte[] datagramWithIdentification(int identification, int sourcePort) {
        int transportBytes = Bth.BYTES + 8 + Icrc.BYTES;
        byte[] packet = new byte[28 + transportBytes];
        PortGid source = Addresses.gid(loopback(1));
        PortGid destination = Addresses.gid(loopback(2));
        NetworkHeaders.write(
                packet,
                0,
                source.high(),
                source.low(),
                destination.high(),
                destination.low(),
                sourcePort,
                transportBytes);
        packet[4] = (byte) (identification >>> 8);
        packet[5] = (byte) identification;
        Bth.write(packet, 28, SEND, false, 0, 0xffff, 0x11, true, 77);
        int icrcAt = packet.length - Icrc.BYTES;
        Icrc.write(packet, icrcAt, new Icrc().compute(packet, 0, 20, icrcAt));
        byte[] datagram = new byte[transportBytes];
        System.arraycopy(packet, 28, datagram, 0, transportBytes);
        return datagram;
    }

    private void sendWithIdentification(int identification) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            channel.bind(new InetSocketAddress(loopback(1), 0));
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            channel.send(
                    ByteBuffer.wrap(datagramWithIdentification(identification, port)),
                    new InetSocketAddress(loopback(2), farStage.port()));
        }
    }

    @Test
    void shouldRefuseAnUnknownIdentificationWhenStrict() throws IOException {
        sendWithIdentification(0xbeef);
        awaitSeen(1);
        assertEquals(1, farStage.counters().wrongIcrcs);
    }

    @ParameterizedTest
    @EnumSource(names = {"SOLVE", "AUTO"})
    void shouldSolveForTheIdentificationOfALinuxPeer(IcrcCheck check) throws IOException {
        close();
        Fabric another = new Fabric();
        farStage = UdpStage.open(another, config(2, check));
        List<Arrived> heard = new ArrayList<>();
        another.attach(new ListeningPort(packet -> heard.add(arrived(packet))), farGid.high(), farGid.low());
        sendWithIdentification(0xbeef);
        long start = System.nanoTime();
        while (heard.isEmpty() && System.nanoTime() - start < BOUND_NANOS) {
            another.progress();
        }
        assertEquals(77, heard.getFirst().psn());
        assertEquals(1, farStage.counters().solvedIdentifications);
    }

    /** Whatever its own port is. */
    @Test
    void shouldLookForAPeerThatItIsToldNothingOfAtThePortOfRoce() throws IOException {
        try (DatagramSocket peer = new DatagramSocket(NetworkHeaders.ROCE_PORT, loopback(77))) {
            peer.setSoTimeout(10_000);
            Packet packet = packet(9, 16);
            PortGid gid = Addresses.gid(loopback(77));
            packet.destinationGidHigh = gid.high();
            packet.destinationGidLow = gid.low();
            near.link().transmit(packet, 0);

            DatagramPacket received = new DatagramPacket(new byte[100], 100);
            peer.receive(received);
            assertEquals(9, Bth.psn(received.getData(), 0));
        }
    }

    private void sendTo(PortGid destination) {
        Packet packet = packet(9, 16);
        packet.destinationGidHigh = destination.high();
        packet.destinationGidLow = destination.low();
        near.link().transmit(packet, 0);
    }

    /** A channel throws unchecked exceptions for some of them, and sends packets without a receiver to this machine. */
    @Test
    void shouldLoseAndCountWhatItsSocketHasNoAddressFor() {
        sendTo(new PortGid(0xfd09_0000_0000_0000L, 1));
        sendTo(new PortGid(0xfe80_0000_0000_0000L, 1));
        sendTo(new PortGid(0, 0));
        sendTo(PortGid.ofIpv4(0));
        nearStage.peer(farGid, new InetSocketAddress(loopback(2), 0));
        sendTo(farGid);

        assertEquals(5, nearStage.counters().unreachable);
        assertEquals(0, nearStage.counters().sent);
        nearStage.peer(farGid, new InetSocketAddress(loopback(2), farStage.port()));
        sendTo(farGid);
        awaitSeen(1);
        assertEquals(9, packets.getFirst().psn());
    }

    @Test
    void shouldLoseAndCountWhatTheNetworkRefuses() throws IOException {
        sendTo(PortGid.ofIpv4(0xffffffff));
        assertEquals(1, nearStage.counters().notSent);
        nearStage.close();
        sendTo(farGid);
        assertEquals(2, nearStage.counters().notSent);
    }

    @Test
    void shouldRefuseAPeerWithoutAnAddress() {
        InetSocketAddress nameless = InetSocketAddress.createUnresolved("nowhere.invalid", NetworkHeaders.ROCE_PORT);
        assertThrows(IllegalArgumentException.class, () -> nearStage.peer(farGid, nameless));
        UdpConfig config = UdpConfig.at(loopback(3));
        assertThrows(IllegalArgumentException.class, () -> config.withPeer(farGid, nameless));
        assertThrows(IllegalArgumentException.class, () -> UdpConfig.at(nameless));
    }

    @Test
    void shouldRefuseToBindToAllAddressesAtOnce() throws IOException {
        InetAddress all = InetAddress.getByName("0.0.0.0");
        assertThrows(BindException.class, () -> UdpStage.open(new Fabric(), UdpConfig.at(all)));
    }

    @Test
    void shouldSayThatAPortIsTaken() {
        UdpConfig taken = UdpConfig.at(new InetSocketAddress(loopback(1), nearStage.port()));
        assertThrows(BindException.class, () -> UdpStage.open(new Fabric(), taken));
    }
}
