package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.roce.wire.Icrc;
import dev.fenestra.hw.sim.roce.wire.PortGid;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Decodes a RoCEv2 frame, from the MAC addresses to the ICRC. */
final class FrameDecoder {
    private final Bytes bytes;
    private final RoceFrame frame;
    private final int bthAt;
    private final int payloadAt;
    private final int icrcAt;

    private FrameDecoder(byte[] input, RoceFrame frame) {
        bytes = new Bytes(input);
        this.frame = frame;
        icrcAt = frame.bytes() - Icrc.BYTES;
        payloadAt = icrcAt - frame.pad().length - frame.payload().length;
        bthAt = payloadAt - frame.headers().length;
    }

    static Decoded decode(byte[] input, RoceFrame frame) throws DecodeException {
        return new FrameDecoder(input, frame).decode();
    }

    private Decoded decode() throws DecodeException {
        Section packet = new Section("RoCEv2 frame, " + TransportDecoder.name(frame.opcode()), 0, frame.bytes());
        packet.part(network());
        TransportDecoder.decode(packet, bytes, bthAt);
        if (MadDecoder.isMad(bytes, bthAt, payloadAt, frame.payload().length)) {
            MadDecoder.decode(packet, bytes, payloadAt);
        } else {
            part(packet, "payload", payloadAt, frame.payload().length);
        }
        part(packet, "pad", payloadAt + frame.payload().length, frame.pad().length);
        packet.part(new Section("ICRC", icrcAt, Icrc.BYTES)
                .field(new DecodedField(
                        "icrc",
                        Place.ofBytes(icrcAt, Icrc.BYTES),
                        bytes.hex(icrcAt, Icrc.BYTES),
                        frame.icrcValid() ? "right" : "wrong"))
                .build());
        part(packet, "not of this frame", frame.bytes(), bytes.size() - frame.bytes());
        return packet.build();
    }

    private void part(Section packet, String title, int at, int length) {
        if (length > 0) {
            packet.part(bytes.raw(title, at, length));
        }
    }

    /** Ethernet, IP and UDP in one: the fields that a sender chooses. */
    private Decoded network() {
        Section network = new Section("Ethernet, IP and UDP headers", 0, bthAt);
        number(network, "dst_mac", RoceFrame::destinationMac, Meaning.NONE);
        number(network, "src_mac", RoceFrame::sourceMac, Meaning.NONE);
        number(network, "tclass", it -> it.ip().trafficClass(), Meaning.NONE);
        if (!frame.isOverIpv4()) {
            number(network, "flow_label", it -> it.ip().flowLabel(), Meaning.NONE);
        } else {
            number(network, "identification", it -> it.ip().identification(), Meaning.NONE);
            number(network, "df", it -> it.ip().fragment() >>> 14 & 1, value -> value == 0 ? "" : "do not fragment");
        }
        number(network, "hop_limit", it -> it.ip().hopLimit(), Meaning.DECIMAL);
        address(network, "src_addr", RoceFrame::source);
        address(network, "dst_addr", RoceFrame::destination);
        number(network, "src_port", RoceFrame::sourcePort, Meaning.DECIMAL);
        number(network, "checksum", RoceFrame::udpChecksum, value -> value == 0 ? "none" : "");
        return network.build();
    }

    private void number(Section into, String name, ToLongFunction<RoceFrame> reader, Meaning meaning) {
        long value = reader.applyAsLong(frame);
        into.field(DecodedField.ofNumber(name, place(reader::applyAsLong), value, meaning.of(value)));
    }

    private void address(Section into, String name, Function<RoceFrame, PortGid> reader) {
        Place place = place(reader);
        PortGid gid = reader.apply(frame);
        into.field(new DecodedField(
                name,
                place,
                bytes.hex(place.offset(), place.width() / Byte.SIZE),
                frame.isOverIpv4() ? dotted(gid.low()) : ""));
    }

    private Place place(Function<RoceFrame, ? extends Object> reader) {
        Object before = reader.apply(frame);
        return BitProbe.place(bytes.array(), 0, bthAt, input -> {
            @Nullable RoceFrame parsed = RoceFrame.parse(input, 0, input.length).orElse(null);
            // A bit that changes the kind of packet does not belong to the field.
            return parsed == null ? before : reader.apply(parsed);
        });
    }

    private static String dotted(long address) {
        return (address >>> 24 & 0xff) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "."
                + (address & 0xff);
    }
}
