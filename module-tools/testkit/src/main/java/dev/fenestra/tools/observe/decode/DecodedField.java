package dev.fenestra.tools.observe.decode;

import java.util.OptionalLong;

/**
 * A field with its value.
 *
 * @param value hexadecimal: a number with {@code 0x} and all its digits, or the bytes of data as they lie in memory
 * @param meaning in words; empty when there is nothing to add
 */
public record DecodedField(String name, Place place, String value, String meaning) {
    private static final String PREFIX = "0x";
    private static final int HEX = 16;
    private static final int BITS_PER_DIGIT = 4;

    static DecodedField ofNumber(String name, Place place, long value, String meaning) {
        int digits = (int) (place.width() + BITS_PER_DIGIT - 1) / BITS_PER_DIGIT;
        String hex = Long.toHexString(value);
        return new DecodedField(name, place, PREFIX + "0".repeat(Math.max(0, digits - hex.length())) + hex, meaning);
    }

    /** The value as a number; empty for data and for more than 32 bits, which a JSON reader may not hold exactly. */
    public OptionalLong number() {
        return value.startsWith(PREFIX) && place.width() <= Integer.SIZE
                ? OptionalLong.of(Long.parseLong(value.substring(PREFIX.length()), HEX))
                : OptionalLong.empty();
    }
}
