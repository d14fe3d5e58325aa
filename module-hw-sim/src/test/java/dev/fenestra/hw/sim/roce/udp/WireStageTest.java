package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WireStageTest {
    private static final PortGid FROM = PortGid.ofIpv4(0x0a000001);
    private static final PortGid TO = new PortGid(0xfe80000000000000L, 2);

    private final WireStage wire = new WireStage();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 255, 4096})
    void shouldHandOnWhatItRebuiltFromBytes(int length) {
        byte[] payload = new byte[length];
        new Random(length).nextBytes(payload);
        Packet sent = packet(payload);
        List<byte[]> arrived = new ArrayList<>();
        wire.transmit(sent, 7, (packet, now) -> {
            assertEquals(7, now);
            assertEquals(3, packet.destinationPort);
            assertEquals(0xc123, packet.udpSourcePort);
            assertEquals(FROM, new PortGid(packet.sourceGidHigh, packet.sourceGidLow));
            assertEquals(TO, new PortGid(packet.destinationGidHigh, packet.destinationGidLow));
            assertArrayEquals(headers(sent), headers(packet));
            byte[] bytes = new byte[packet.payloadBytes()];
            packet.copyPayload(bytes, 0);
            arrived.add(bytes);
        });
        assertEquals(1, arrived.size());
        assertArrayEquals(payload, arrived.getFirst());
        assertEquals(1, wire.counters().received);
    }

    @ParameterizedTest
    @ValueSource(ints = {4097, 9000})
    void shouldDropWhatNoPortWouldTakeFromAWire(int length) {
        wire.transmit(packet(new byte[length]), 0, (packet, now) -> {
            throw new AssertionError("it was handed on");
        });
        assertEquals(1, wire.counters().malformed);
    }

    private static byte[] headers(Packet packet) {
        return Arrays.copyOf(packet.header, packet.headerBytes);
    }

    private static Packet packet(byte[] payload) {
        Packet packet = Packet.over(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, payload));
        Bth.write(packet.header, 0, WireOpcode.RC_SEND_ONLY.number(), true, -payload.length & 3, 0xffff, 5, true, 9);
        packet.headerBytes = Bth.BYTES;
        packet.sourceGidHigh = FROM.high();
        packet.sourceGidLow = FROM.low();
        packet.destinationGidHigh = TO.high();
        packet.destinationGidLow = TO.low();
        packet.destinationPort = 3;
        packet.udpSourcePort = 0xc123;
        if (payload.length > 0) {
            packet.addPayload(0, payload.length);
        }
        return packet;
    }
}
