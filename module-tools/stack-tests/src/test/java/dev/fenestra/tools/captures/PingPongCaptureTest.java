package dev.fenestra.tools.captures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.JsonObject;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The capture of ibv_rc_pingpong again: QP numbers and PSNs are those of its TCP handshake, the messages are those on
 * the wire. Both sides' packets must be the same, in the same order.
 */
class PingPongCaptureTest {
    private static final String NAME = "rc_pingpong";
    private static final int BYTES = 1 << 16;

    /** What a side says in the handshake: {@code LID:QPN:PSN:GID}. */
    private record Address(int qpn, int psn, Gid gid) {
        static Address of(JsonObject line) {
            String[] parts = line.text("text").trim().split(":");
            return new Address(
                    Integer.parseInt(parts[1], 16),
                    Integer.parseInt(parts[2], 16),
                    new Gid(
                            Long.parseUnsignedLong(parts[3].substring(0, 16), 16),
                            Long.parseUnsignedLong(parts[3].substring(16, 32), 16)));
        }

        QpEndpoint endpoint() {
            return new QpEndpoint(qpn, gid, psn);
        }
    }

    /** One side, with receives posted. */
    private static final class Player {
        private final Memory memory;
        private final MemoryRegion region;
        private final QueuePair qp;

        Player(Context context, Address own, Address peer, Mtu mtu, int receives) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq = context.createCq(256);
            memory = context.allocate(BYTES);
            region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
            qp = pd.createQp(QpSpec.rc(cq, cq));
            assertEquals(own.qpn(), qp.number());
            qp.connect(peer.endpoint(), ConnectOptions.DEFAULT.withMtu(mtu).withPsn(own.psn()));
            for (int i = 0; i < receives; i++) {
                qp.postRecv(i, region.slice(0, BYTES));
            }
        }

        void send(byte[] message) {
            memory.put(0, message);
            qp.post(Send.of(100, region.slice(0, message.length)));
        }
    }

    /** A message of the capture. */
    private record Message(boolean fromClient, byte[] bytes) {}

    private static List<Message> messages(List<WirePacket> packets) {
        Map<Boolean, ByteArrayOutputStream> parts =
                Map.of(true, new ByteArrayOutputStream(), false, new ByteArrayOutputStream());
        List<Message> messages = new ArrayList<>();
        for (WirePacket packet : packets) {
            int mask = WireOpcode.maskOf(packet.opcode());
            if ((mask & OpcodeMask.SEND) != 0) {
                ByteArrayOutputStream part = parts.get(packet.fromA());
                part.writeBytes(packet.payload());
                if ((mask & OpcodeMask.END) != 0) {
                    messages.add(new Message(packet.fromA(), part.toByteArray()));
                    part.reset();
                }
            }
        }
        return messages;
    }

    private static Mtu mtu(List<WirePacket> packets) {
        int longest = packets.stream()
                .mapToInt(packet -> packet.payload().length)
                .max()
                .orElse(0);
        return Arrays.stream(Mtu.values())
                .filter(mtu -> mtu.bytes() >= longest)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldPlayThePingPongOfTheCapture() throws IOException {
        assumeTrue(CaptureFile.names().contains(NAME), "this folder has no " + NAME);
        CaptureFile capture = CaptureFile.read(NAME);
        List<JsonObject> lines = capture.json().list("tcp");
        Address client = Address.of(lines.get(0));
        Address server = Address.of(lines.get(1));
        List<WirePacket> original = capture.frames().stream()
                .map(frame -> WirePacket.of(frame.source().low() == client.gid().low(), frame))
                .toList();
        List<Message> messages = messages(original);
        assertTrue(messages.size() > 1);
        List<WirePacket> played = new ArrayList<>();
        try (TestBench bench = TestBench.builder()
                .hosts("client", "server")
                .hcaConfig(config -> configured(config, client, server))
                .build()) {
            bench.fabric()
                    .tap((packet, now) -> played.add(
                            WirePacket.of(packet.sourceGidLow == client.gid().low(), packet, now)));
            Mtu mtu = mtu(original);
            Player asking = new Player(bench.host("client").open(), client, server, mtu, messages.size());
            Player answering = new Player(bench.host("server").open(), server, client, mtu, messages.size());
            for (Message message : messages) {
                (message.fromClient() ? asking : answering).send(message.bytes());
                bench.fabric().progress();
            }
        }
        assertEquals(
                original.stream().map(WirePacket::toString).toList(),
                played.stream().map(WirePacket::toString).toList());
    }

    /** The bench's first host is the client. */
    private static HcaConfig configured(HcaConfig config, Address client, Address server) {
        Address own = (config.gidLow() & 0xff) == 1 ? client : server;
        return config.withGid(own.gid().high(), own.gid().low()).withFirstQpn(own.qpn());
    }
}
