package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Says of packets, at the moment they are sent, which request they serve: later their QP may be reset, and the place of
 * their WQE may be another request's.
 */
final class PacketCauses {
    /** Packets of which a link may still deliver a copy. */
    private static final int KEPT = 1 << 16;

    private final WrittenRequests written;
    private final SentRequests sent = new SentRequests();
    private final Map<Long, PacketComment> said = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, PacketComment> oldest) {
            return size() > KEPT;
        }
    };

    PacketCauses(WrittenRequests written) {
        this.written = written;
    }

    /**
     * The cause of a packet that a tap sees, perhaps more than once.
     *
     * @param host name of the host whose port it leaves from
     */
    PacketComment of(Packet packet, String host) {
        return said.computeIfAbsent(packet.serial, serial -> of(SeenPacket.of(packet), host));
    }

    /** The cause of a packet that is seen once. */
    PacketComment of(SeenPacket packet, String host) {
        return new PacketComment(cause(packet, host), packet.again(), nak(packet.header()));
    }

    /** What a NAK says; empty for other packets. */
    private static String nak(byte[] header) {
        int opcode = Bth.opcode(header, 0);
        if ((WireOpcode.maskOf(opcode) & OpcodeMask.AETH) == 0) {
            return "";
        }
        int syndrome = Aeth.syndrome(header, WireOpcode.offsetOf(opcode, OpcodeMask.AETH));
        return Aeth.isAck(syndrome) ? "" : Aeth.describe(syndrome);
    }

    private String cause(SeenPacket packet, String host) {
        int qpNumber = packet.from().qpNumber();
        if (packet.hasWqe()) {
            CapturedRequest request = new CapturedRequest(
                    host,
                    qpNumber,
                    packet.wqeIndex(),
                    Names.operation(packet.wqeOpcode()),
                    written.wrId(host, qpNumber, packet.wqeIndex()));
            sent.sent(packet, request);
            return request.text();
        }
        Optional<CapturedRequest> answered = isAnswer(packet) ? sent.answeredBy(packet) : Optional.empty();
        if (packet.fromOutside()) {
            return "from another machine"
                    + answered.map(it -> ", answers " + it.text()).orElse("");
        }
        return CapturedRequest.qpText(host, qpNumber) + " answers"
                + answered.map(it -> " " + it.text()).orElse("");
    }

    private static boolean isAnswer(SeenPacket packet) {
        return (WireOpcode.maskOf(Bth.opcode(packet.header(), 0)) & OpcodeMask.RESPONSE) != 0;
    }
}
