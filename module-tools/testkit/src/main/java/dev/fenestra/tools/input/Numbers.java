package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads numbers within the bounds that {@link Whole} and {@link Amount} give them, and rounds none. */
final class Numbers {
    private static final int HEX = 16;

    private Numbers() {}

    static SimpleModule module() {
        return new SimpleModule()
                .addDeserializer(int.class, new Ints(Integer.MIN_VALUE, Integer.MAX_VALUE, false))
                .addDeserializer(Integer.class, new Ints(Integer.MIN_VALUE, Integer.MAX_VALUE, false))
                .addDeserializer(long.class, new Longs(Long.MIN_VALUE, Long.MAX_VALUE, false))
                .addDeserializer(Long.class, new Longs(Long.MIN_VALUE, Long.MAX_VALUE, false))
                .addDeserializer(double.class, new Doubles(-Double.MAX_VALUE))
                .addDeserializer(Double.class, new Doubles(-Double.MAX_VALUE));
    }

    private static final class Ints extends JsonDeserializer<Integer> implements ContextualDeserializer {
        private final Longs longs;

        Ints(long least, long most, boolean orText) {
            longs = new Longs(least, most, orText);
        }

        @Override
        public Integer deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Math.toIntExact(longs.deserialize(parser, context));
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            Whole bounds = property == null ? null : property.getAnnotation(Whole.class);
            return bounds == null
                    ? this
                    : new Ints(
                            Math.max(bounds.least(), Integer.MIN_VALUE),
                            Math.min(bounds.most(), Integer.MAX_VALUE),
                            bounds.orText());
        }
    }

    private static final class Longs extends JsonDeserializer<Long> implements ContextualDeserializer {
        private final long least;
        private final long most;
        private final boolean orText;

        Longs(long least, long most, boolean orText) {
            this.least = least;
            this.most = most;
            this.orText = orText;
        }

        @Override
        public Long deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                    || orText && parser.currentToken() == JsonToken.VALUE_STRING) {
                try {
                    long value = parsed(parser.getText());
                    if (value >= least && value <= most) {
                        return value;
                    }
                } catch (NumberFormatException e) {
                    // It has other characters, or too many digits: said below.
                }
            }
            throw new UnexpectedValueException(parser, range());
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            Whole bounds = property == null ? null : property.getAnnotation(Whole.class);
            return bounds == null ? this : new Longs(bounds.least(), bounds.most(), bounds.orText());
        }

        private static long parsed(String digits) {
            return digits.startsWith("0x") ? Long.parseLong(digits.substring(2), HEX) : Long.parseLong(digits);
        }

        private String range() {
            return least == Long.MIN_VALUE
                    ? "a whole number of 64 bits"
                    : "a whole number from " + least + " to " + most;
        }
    }

    private static final class Doubles extends JsonDeserializer<Double> implements ContextualDeserializer {
        private final double least;

        Doubles(double least) {
            this.least = least;
        }

        @Override
        public Double deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken().isNumeric()) {
                double value = parser.getDoubleValue();
                if (value >= least && value <= Double.MAX_VALUE) {
                    return value;
                }
            }
            throw new UnexpectedValueException(parser, least == 0 ? "a number from 0 on" : "a number");
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            return property == null || property.getAnnotation(Amount.class) == null ? this : new Doubles(0);
        }
    }
}
