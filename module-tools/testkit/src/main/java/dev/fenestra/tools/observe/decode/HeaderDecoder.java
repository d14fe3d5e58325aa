package dev.fenestra.tools.observe.decode;

/** Decodes one transport header, through the accessors of its class. */
final class HeaderDecoder {
    private final byte[] packet;
    private final int at;
    private final int bytes;
    private final Section header;

    /** Reads a field of a header. */
    @FunctionalInterface
    interface Accessor {
        long read(byte[] h, int at);
    }

    HeaderDecoder(String title, Bytes packet, int at, int bytes) throws DecodeException {
        packet.need("the " + title, at, bytes);
        this.packet = packet.array();
        this.at = at;
        this.bytes = bytes;
        header = new Section(title, at, bytes);
    }

    HeaderDecoder field(String name, Accessor accessor, Meaning meaning) {
        Place place = BitProbe.place(packet, at, bytes, h -> accessor.read(h, at));
        long value = accessor.read(packet, at);
        long unsigned = place.width() < Long.SIZE ? value & (1L << place.width()) - 1 : value;
        header.field(DecodedField.ofNumber(name, place, unsigned, meaning.of(unsigned)));
        return this;
    }

    HeaderDecoder field(String name, Accessor accessor) {
        return field(name, accessor, Meaning.NONE);
    }

    Decoded build() {
        return header.build();
    }
}
