package dev.fenestra.tools.testing;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/** Reads JSON of no certain format: objects are maps in file order, arrays lists, whole numbers Long, others Double. */
public final class JsonReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonReader() {}

    /** The object that a text is. {@link IllegalArgumentException} when it is none. */
    public static Map<?, ?> object(String text) {
        try {
            return MAPPER.readValue(text, Map.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The value that a text is: an object, an array or a single one. */
    public static Object value(String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
