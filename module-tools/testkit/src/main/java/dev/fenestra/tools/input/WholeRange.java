package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The whole numbers that a format accepts.
 *
 * @param least the least
 * @param most the greatest
 * @param orText whether a text is accepted too, with {@code 0x} before hexadecimal digits
 */
record WholeRange(long least, long most, boolean orText) {
    private static final int HEX = 16;
    private static final WholeRange LONGS = new WholeRange(Long.MIN_VALUE, Long.MAX_VALUE, false);
    private static final WholeRange INTS = new WholeRange(Integer.MIN_VALUE, Integer.MAX_VALUE, false);

    static WholeRange ofLongs(@Nullable Whole bounds) {
        return bounds == null ? LONGS : new WholeRange(bounds.least(), bounds.most(), bounds.orText());
    }

    static WholeRange ofInts(@Nullable Whole bounds) {
        return bounds == null
                ? INTS
                : new WholeRange(
                        Math.max(bounds.least(), INTS.least), Math.min(bounds.most(), INTS.most), bounds.orText());
    }

    /** {@return the number at the parser's token; empty when it is none of these} */
    OptionalLong read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && !(orText && token == JsonToken.VALUE_STRING)) {
            return OptionalLong.empty();
        }
        try {
            long value = parsed(parser.getText());
            return value >= least && value <= most ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static long parsed(String digits) {
        return digits.startsWith("0x") ? Long.parseLong(digits.substring(2), HEX) : Long.parseLong(digits);
    }

    /** {@return what a message says is expected} */
    @Override
    public String toString() {
        return least == Long.MIN_VALUE ? "a whole number of 64 bits" : "a whole number from " + least + " to " + most;
    }
}
