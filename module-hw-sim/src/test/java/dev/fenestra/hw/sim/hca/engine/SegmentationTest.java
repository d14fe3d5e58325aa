package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import dev.fenestra.hw.sim.testing.Wqe;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentationTest {
    private static final int FIRST_PSN = 0xfffffe;

    /** Opcodes of a message by the place of the packet. */
    private record Opcodes(WireOpcode first, WireOpcode middle, WireOpcode last, WireOpcode only) {
        WireOpcode at(int packet, int packets) {
            if (packets == 1) {
                return only;
            }
            return packet == 0 ? first : packet == packets - 1 ? last : middle;
        }
    }

    private static Opcodes opcodes(int wqe) {
        return switch (wqe) {
            case WqeOpcode.SEND ->
                new Opcodes(
                        WireOpcode.RC_SEND_FIRST,
                        WireOpcode.RC_SEND_MIDDLE,
                        WireOpcode.RC_SEND_LAST,
                        WireOpcode.RC_SEND_ONLY);
            case WqeOpcode.SEND_IMM ->
                new Opcodes(
                        WireOpcode.RC_SEND_FIRST,
                        WireOpcode.RC_SEND_MIDDLE,
                        WireOpcode.RC_SEND_LAST_IMM,
                        WireOpcode.RC_SEND_ONLY_IMM);
            case WqeOpcode.RDMA_WRITE ->
                new Opcodes(
                        WireOpcode.RC_RDMA_WRITE_FIRST,
                        WireOpcode.RC_RDMA_WRITE_MIDDLE,
                        WireOpcode.RC_RDMA_WRITE_LAST,
                        WireOpcode.RC_RDMA_WRITE_ONLY);
            case WqeOpcode.RDMA_WRITE_IMM ->
                new Opcodes(
                        WireOpcode.RC_RDMA_WRITE_FIRST,
                        WireOpcode.RC_RDMA_WRITE_MIDDLE,
                        WireOpcode.RC_RDMA_WRITE_LAST_IMM,
                        WireOpcode.RC_RDMA_WRITE_ONLY_IMM);
            default ->
                new Opcodes(
                        WireOpcode.RC_RDMA_READ_RESPONSE_FIRST,
                        WireOpcode.RC_RDMA_READ_RESPONSE_MIDDLE,
                        WireOpcode.RC_RDMA_READ_RESPONSE_LAST,
                        WireOpcode.RC_RDMA_READ_RESPONSE_ONLY);
        };
    }

    static Stream<Arguments> messages() {
        return IntStream.of(
                        WqeOpcode.SEND,
                        WqeOpcode.SEND_IMM,
                        WqeOpcode.RDMA_WRITE,
                        WqeOpcode.RDMA_WRITE_IMM,
                        WqeOpcode.RDMA_READ)
                .boxed()
                .flatMap(opcode -> IntStream.rangeClosed(1, 5).boxed().flatMap(mtu -> {
                    int bytes = 128 << mtu;
                    return IntStream.of(0, 1, bytes - 1, bytes, bytes + 1, 2 * bytes, 3 * bytes + 5)
                            .mapToObj(length -> Arguments.of(WqeOpcode.name(opcode), opcode, mtu, length));
                }));
    }

    @ParameterizedTest(name = "{0} of {3} bytes at MTU code {2}")
    @MethodSource("messages")
    void shouldCutAMessageIntoPackets(String name, int opcode, int mtu, int length) {
        try (RawPair pair = new RawPair(QpSetup.usual().mtu(mtu).psn(FIRST_PSN))) {
            RawRegion from = pair.alice.host.region(pair.alice.pd, 16_000);
            RawRegion to = pair.bob.host.region(pair.bob.pd, 16_000);
            boolean read = opcode == WqeOpcode.RDMA_READ;
            byte[] data = (read ? to : from).pattern(3, length);
            boolean receives = opcode != WqeOpcode.RDMA_WRITE && !read;
            if (receives) {
                pair.bob.qp.receive(to, 3, 16_000 - 3);
            }
            Wqe wqe = new Wqe(opcode).immediate(0x11223344).solicited();
            if (opcode != WqeOpcode.SEND && opcode != WqeOpcode.SEND_IMM) {
                wqe.remote(to.address() + 3, to.key());
            }
            pair.alice.qp.post(wqe.sge(from, 3, length));
            pair.settle();
            var done = pair.alice.sent();
            assertTrue(done.isSuccess(), name + ": " + done);
            assertEquals(opcode, done.wqeOpcode());
            assertArrayEquals(data, (read ? from : to).bytes(3, length));
            assertEquals(0, (read ? from : to).bytes(3 + length, 1)[0]);
            check(pair, opcode, length, 128 << mtu);
            if (receives) {
                var received = pair.bob.received();
                assertTrue(received.isSuccess());
                assertEquals(length, received.byteCount());
                boolean immediate = opcode == WqeOpcode.SEND_IMM || opcode == WqeOpcode.RDMA_WRITE_IMM;
                assertEquals(immediate ? 0x11223344 : 0, received.immediate());
            }
        }
    }

    private static void check(RawPair pair, int opcode, int length, int mtu) {
        boolean read = opcode == WqeOpcode.RDMA_READ;
        int packets = Math.max(1, (length + mtu - 1) / mtu);
        List<WirePacket> seen = pair.wire.to(read ? 0 : 1);
        assertEquals(packets, seen.size());
        for (int i = 0; i < packets; i++) {
            WirePacket packet = seen.get(i);
            boolean last = i == packets - 1;
            int payload = last ? length - i * mtu : mtu;
            assertEquals(opcodes(opcode).at(i, packets).number(), packet.opcode(), "packet " + i);
            assertEquals(FIRST_PSN + i & 0xffffff, packet.psn());
            assertEquals(payload, packet.payload());
            assertEquals(-payload & 3, packet.pad());
            assertEquals(last && !read, packet.ackRequest());
            boolean mayBeSolicited = opcode != WqeOpcode.RDMA_WRITE && !read;
            assertEquals(last && mayBeSolicited, packet.solicited(), "solicited event of packet " + i);
        }
        List<WirePacket> other = pair.wire.to(read ? 1 : 0);
        assertEquals(1, other.size());
        assertEquals(
                read ? FIRST_PSN : FIRST_PSN + packets - 1 & 0xffffff,
                other.getFirst().psn());
    }
}
