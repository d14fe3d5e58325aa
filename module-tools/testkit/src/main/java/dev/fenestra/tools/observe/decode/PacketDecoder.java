package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import java.util.Arrays;
import java.util.Optional;

/** Decodes a packet: a whole Ethernet frame if it is one, else the transport headers from the BTH on. */
public final class PacketDecoder {
    /** Longer than any IP packet in an Ethernet frame. */
    private static final int LONGEST = 1 << 17;

    private PacketDecoder() {}

    public static Decoded decode(byte[] input) throws DecodeException {
        Optional<RoceFrame> frame = RoceFrame.parse(input, 0, input.length);
        if (frame.isPresent()) {
            return FrameDecoder.decode(input, frame.get());
        }
        // Zeros complete a frame that was cut short.
        if (input.length < LONGEST) {
            Optional<RoceFrame> cut = RoceFrame.parse(Arrays.copyOf(input, LONGEST), 0, LONGEST);
            if (cut.isPresent()) {
                throw new DecodeException("an Ethernet frame of " + cut.get().bytes()
                        + " bytes, but the input ends at offset " + Bytes.at(input.length));
            }
        }
        return transport(new Bytes(input));
    }

    private static Decoded transport(Bytes bytes) throws DecodeException {
        bytes.need("the BTH", 0, Bth.BYTES);
        int opcode = Bth.opcode(bytes.array(), 0);
        Section packet = new Section("packet, " + TransportDecoder.name(opcode), 0, bytes.size());
        int payloadAt = TransportDecoder.decode(packet, bytes, 0);
        if (MadDecoder.isMad(bytes, 0, payloadAt, bytes.size() - payloadAt)) {
            MadDecoder.decode(packet, bytes, payloadAt);
        } else if (bytes.size() > payloadAt) {
            packet.part(bytes.raw("payload", payloadAt, bytes.size() - payloadAt));
            packet.note("Without IP and UDP headers it is unknown whether pad bytes and an ICRC end the payload.");
        }
        return packet.build();
    }
}
