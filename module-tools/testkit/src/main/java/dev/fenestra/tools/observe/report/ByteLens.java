package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.decode.CqeDecoder;
import dev.fenestra.tools.observe.decode.DecodeException;
import dev.fenestra.tools.observe.decode.Decoded;
import dev.fenestra.tools.observe.decode.DecodedField;
import dev.fenestra.tools.observe.decode.MkeyDecoder;
import dev.fenestra.tools.observe.decode.PacketDecoder;
import dev.fenestra.tools.observe.decode.WqeDecoder;
import dev.fenestra.tools.observe.decode.WqeTransport;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The fields of the bytes that an event is about, for the page: one flat list. */
final class ByteLens {
    private ByteLens() {}

    /**
     * A field.
     *
     * @param part the structure it is of
     * @param at offset in bytes
     * @param length bytes it touches
     * @param meaning in words; empty when there is nothing to add
     */
    record Field(String part, long at, long length, String bits, String name, String value, String meaning) {}

    /** The fields in their order; none when the bytes cannot be decoded. */
    static List<Field> of(String what, String hex) {
        try {
            List<Field> fields = new ArrayList<>();
            flatten(decode(what, HexFormat.of().parseHex(hex)), fields);
            return fields;
        } catch (DecodeException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static Decoded decode(String what, byte[] bytes) throws DecodeException {
        return switch (what) {
            case "send WQE" -> WqeDecoder.decode(bytes, WqeTransport.RC);
            case "CQE" -> CqeDecoder.decode(bytes);
            case "mkey entry" -> MkeyDecoder.decode(bytes);
            case "packet headers" -> PacketDecoder.decode(bytes);
            default -> throw new IllegalArgumentException(what);
        };
    }

    private static void flatten(Decoded decoded, List<Field> fields) {
        for (DecodedField field : decoded.fields()) {
            long width = Math.max(1, field.place().width() / Byte.SIZE);
            fields.add(new Field(
                    decoded.title(),
                    field.place().offset(),
                    width,
                    field.place().bits(),
                    field.name(),
                    field.value(),
                    field.meaning()));
        }
        decoded.parts().forEach(part -> flatten(part, fields));
    }
}
