package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
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
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two fabrics joined by real sockets, with and without GSO. The same packets arrive. */
class JoinedDatagramsTest {
    private static final int SEND = WireOpcode.RC_SEND_ONLY.number();
    private static final int SOL_SOCKET = 1;
    private static final int SO_NO_CHECK = 11;
    private static final int UDP_NO_CHECK6_TX = 101;
    /** They fit into a socket of the usual size. */
    private static final int AT_ONCE = 24;

    private static final long BOUND_NANOS = 30_000_000_000L;
    private static final PortGid NEAR = new PortGid(0xfd09_0000_0000_0000L, 1);
    private static final PortGid FAR = new PortGid(0xfd09_0000_0000_0000L, 2);

    private final Fabric near = new Fabric();
    private final Fabric far = new Fabric();
    private final List<String> arrived = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void needsLinux() {
        assumeTrue(SocketCalls.areKnown(), "UDP_SEGMENT is an option of Linux");
        far.attach(new ListeningPort(packet -> arrived.add(text(packet))), FAR.high(), FAR.low());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private UdpStage open(Fabric fabric, PortGid gid, String address, boolean gso) throws IOException {
        InetSocketAddress own = new InetSocketAddress(InetAddress.getByName(address), 0);
        UdpConfig config =
                UdpConfig.at(own).withGid(gid).withCheck(IcrcCheck.STRICT).withGso(gso);
        UdpStage stage = UdpStage.open(fabric, config);
        opened.add(stage);
        return stage;
    }

    private static InetSocketAddress at(String address, UdpStage stage) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(address), stage.port());
    }

    private static Packet packet(int psn, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payloadBytes; i++) {
            payload[i] = (byte) (psn * 31 + i);
        }
        Packet packet = Packet.over(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, payload));
        packet.headerBytes = WireOpcode.headerBytesOf(SEND);
        Bth.write(packet.header, 0, SEND, false, -payloadBytes & 3, 0xffff, 0x11, true, psn);
        packet.sourceGidHigh = NEAR.high();
        packet.sourceGidLow = NEAR.low();
        packet.destinationGidHigh = FAR.high();
        packet.destinationGidLow = FAR.low();
        if (payloadBytes > 0) {
            packet.addPayload(0, payloadBytes);
        }
        return packet;
    }

    private static String text(Packet packet) {
        byte[] payload = new byte[packet.payloadBytes()];
        packet.copyPayload(payload, 0);
        return HexFormat.of().formatHex(packet.header, 0, packet.headerBytes)
                + HexFormat.of().formatHex(payload);
    }

    /** Sends them in one turn, and waits until as many have arrived. {@return what was sent} */
    private List<String> send(List<Packet> packets) {
        List<String> sent = packets.stream().map(JoinedDatagramsTest::text).toList();
        int wanted = arrived.size() + sent.size();
        packets.forEach(packet -> near.link().transmit(packet, 0));
        near.progress();
        long start = System.nanoTime();
        while (arrived.size() < wanted) {
            if (System.nanoTime() - start > BOUND_NANOS) {
                throw new AssertionError("only " + arrived.size() + " of " + wanted + " datagrams arrived");
            }
            far.progress();
        }
        return sent;
    }

    private static List<Packet> packets(int... payloads) {
        List<Packet> packets = new ArrayList<>();
        for (int payload : payloads) {
            packets.add(packet(packets.size(), payload));
        }
        return packets;
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true, true",
        "127.0.0.1, true, false",
        "127.0.0.1, false, true",
        "127.0.0.1, false, false",
        "::1, true, true",
        "::1, true, false",
        "::1, false, true"
    })
    void shouldCarryTheSamePacketsInOrder(String address, boolean joins, boolean takesJoined) throws IOException {
        assumeIpv6(address);
        UdpStage from = open(near, NEAR, address, joins);
        UdpStage to = open(far, FAR, address, takesJoined);
        from.peer(FAR, at(address, to));
        to.peer(NEAR, at(address, from));
        long seed = System.nanoTime();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int[] lengths = {0, 1, 2, 61, 256, 1024, 4096};

        List<String> sent = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            List<Packet> packets = new ArrayList<>();
            while (packets.size() < AT_ONCE) {
                int length = lengths[random.nextInt(lengths.length)];
                for (int run = 1 + random.nextInt(20); run > 0 && packets.size() < AT_ONCE; run--) {
                    packets.add(packet(random.nextInt(1 << 24), length));
                }
            }
            sent.addAll(send(packets));
        }

        assertEquals(sent, arrived, () -> "seed " + seed);
        assertEquals(sent.size(), from.counters().sent);
        assertEquals(sent.size(), to.counters().received);
        assertEquals(joins, from.counters().joined > sent.size() / 2, () -> from.counters().joined + " joined");
        assertEquals(0, from.counters().refusedJoins + to.counters().malformed + to.counters().wrongIcrcs);
    }

    private static void assumeIpv6(String address) {
        if (address.contains(":")) {
            try (DatagramSocket _ = new DatagramSocket(0, InetAddress.getByName(address))) {
                assertTrue(address.contains(":"));
            } catch (IOException e) {
                assumeTrue(false, "this machine has no IPv6 loopback");
            }
        }
    }

    @Test
    void shouldJoinWhatHasTheSameLengthAndAShorterOneBehindIt() throws IOException {
        UdpStage from = open(near, NEAR, "127.0.0.1", true);
        UdpStage to = open(far, FAR, "127.0.0.1", true);
        from.peer(FAR, at("127.0.0.1", to));

        send(packets(100, 100, 100, 40)); // one
        assertEquals(4, from.counters().joined);
        send(packets(100, 40, 40)); // two, and one by itself
        assertEquals(6, from.counters().joined);
        send(packets(40, 100)); // none
        assertEquals(6, from.counters().joined);
        send(packets(100, 0)); // two
        assertEquals(8, from.counters().joined);
        assertEquals(11, from.counters().sent);
    }

    /** The kernel cuts nothing up for a socket that sends without checksums. */
    @Test
    void shouldSendOneByOneWhatTheSystemRefusesToCutUp() throws IOException {
        UdpStage from = open(near, NEAR, "127.0.0.1", true);
        UdpStage to = open(far, FAR, "127.0.0.1", true);
        from.peer(FAR, at("127.0.0.1", to));
        SocketCalls calls = new SocketCalls();
        int descriptor = SocketDescriptor.with(at("127.0.0.1", from), calls, SocketCalls.UDP_GRO);
        assertEquals(0, calls.set(descriptor, SOL_SOCKET, SO_NO_CHECK, 1));

        List<String> sent = send(packets(100, 100, 100, 40));
        assertEquals(1, from.counters().refusedJoins);
        List<String> later = send(packets(7, 7, 7));

        assertEquals(List.of(sent, later).stream().flatMap(List::stream).toList(), arrived);
        assertEquals(1, from.counters().refusedJoins, "it does not ask again");
        assertEquals(7, from.counters().sent);
        assertEquals(0, from.counters().joined);
    }

    @Test
    void shouldLoseAndCountWhatTheNetworkRefuses() throws IOException {
        UdpStage from = open(near, NEAR, "127.0.0.1", true);
        UdpStage to = open(far, FAR, "127.0.0.1", true);
        from.peer(FAR, new InetSocketAddress(InetAddress.getByName("255.255.255.255"), 4791));
        packets(100, 100, 100).forEach(packet -> near.link().transmit(packet, 0));
        near.progress();
        assertEquals(3, from.counters().notSent);
        assertEquals(0, from.counters().refusedJoins, "it was the address");

        from.peer(FAR, at("127.0.0.1", to));
        send(packets(100, 100));
        assertEquals(2, from.counters().joined);
        from.close();
        packets(100).forEach(packet -> near.link().transmit(packet, 0));
        assertEquals(4, from.counters().notSent);
    }

    @Test
    void shouldCountAnEmptyDatagramAndOneThatIsTooLong() throws IOException {
        UdpStage to = open(far, FAR, "127.0.0.1", true);
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            for (int bytes : new int[] {0, 65_507, 15}) {
                socket.send(new DatagramPacket(new byte[bytes], bytes, at("127.0.0.1", to)));
            }
        }
        long start = System.nanoTime();
        while (to.counters().malformed < 3 && System.nanoTime() - start < BOUND_NANOS) {
            far.progress();
        }
        assertEquals(3, to.counters().malformed);
    }

    @Test
    void shouldRefuseAnIpv4AddressOfANetwork() throws IOException {
        UdpConfig config = UdpConfig.at(InetAddress.getByName("192.0.2.1")).withGso(true);
        BindException refused = assertThrows(BindException.class, () -> UdpStage.open(near, config));
        assertTrue(String.valueOf(refused.getMessage()).contains("identifications"), refused::getMessage);
    }

    /** As soft-RoCE sends over IPv6. A socket that is not told to takes none of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReceiveOverIpv6WhatHasNoChecksum(boolean gso) throws IOException {
        assumeIpv6("::1");
        assumeTrue(ZeroChecksums.areReceived(InetAddress.getByName("::1")), "native access is not enabled");
        UdpStage from = open(near, NEAR, "::1", false);
        UdpStage to = open(far, FAR, "::1", gso);
        from.peer(FAR, at("::1", to));
        to.peer(NEAR, at("::1", from));
        assertTrue(SocketDescriptor.with(at("::1", from), new SocketCalls(), UDP_NO_CHECK6_TX) >= 0);

        assertEquals(send(packets(100, 4096)), arrived);

        try (DatagramSocket other = new DatagramSocket(0, InetAddress.getByName("::1"))) {
            other.setSoTimeout(30_000);
            from.peer(FAR, (InetSocketAddress) other.getLocalSocketAddress());
            near.link().transmit(packet(1, 8), 0);
            byte[] checked = {1, 2, 3};
            try (DatagramSocket usual = new DatagramSocket(0, InetAddress.getByName("::1"))) {
                usual.send(new DatagramPacket(checked, checked.length, other.getLocalSocketAddress()));
            }
            DatagramPacket first = new DatagramPacket(new byte[5_000], 5_000);
            other.receive(first);
            assertEquals(checked.length, first.getLength(), "the packet without a checksum was dropped");
        }
    }
}
