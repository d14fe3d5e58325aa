package dev.fenestra.tools.observe.decode;

import java.util.HexFormat;

/** The meaning of a field's value in words; empty when the number needs none. */
@FunctionalInterface
interface Meaning {
    Meaning NONE = value -> "";
    Meaning DECIMAL = Long::toUnsignedString;
    /** A flag that is usually not set. It has a meaning only when it is set. */
    Meaning FLAG = value -> value == 0 ? "" : "yes";
    /** A 32-bit key. */
    Meaning KEY = value -> "index 0x" + HexFormat.of().toHexDigits(value >>> 8, 6) + ", tag 0x"
            + HexFormat.of().toHexDigits(value & 0xff, 2);

    String of(long value);

    /** The same for every value. */
    static Meaning always(String text) {
        return value -> text;
    }

    /** A count of units. */
    static Meaning units(String unit) {
        return value -> Long.toUnsignedString(value) + " " + unit;
    }

    /** A field that holds a logarithm. */
    static Meaning log2(String unit) {
        return value -> (1L << value) + " " + unit;
    }
}
