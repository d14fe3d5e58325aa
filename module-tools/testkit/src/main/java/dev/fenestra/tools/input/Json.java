package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.util.List;

/**
 * JSON of all commands, in both directions. A format is a record: its components are the members in their order, and a
 * {@code JsonClassDescription} says what is expected in place of something else. A
 * component that is {@code @Nullable} may be absent or {@code null}, any other one must be there, and a member that is
 * no component is refused. An enum constant stands as its name in lower case. The package of the record must be open to
 * Jackson.
 */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonSyntax.FACTORY)
            .annotationIntrospector(new RecordFormat())
            .addModule(Numbers.module())
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.PUBLIC_ONLY)
            .withCoercionConfigDefaults(config -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                    config.setCoercion(shape, CoercionAction.Fail);
                }
            })
            .withCoercionConfig(LogicalType.POJO, config -> {})
            .build();

    private static final ObjectWriter WITH_NULLS = MAPPER.writer(printer());
    private static final ObjectWriter WITHOUT_NULLS =
            MAPPER.copy().setDefaultPropertyInclusion(Include.NON_NULL).writer(printer());

    private static final ObjectWriter LINE =
            MAPPER.copy().setDefaultPropertyInclusion(Include.NON_NULL).writer();

    private Json() {}

    /**
     * Reads a text that is one value.
     *
     * @param <T> the format
     * @param text the JSON text
     * @param format a record
     * @return the value
     * @throws InputException when the text is not JSON, or not of this format; with line, column and what was expected
     *     there
     */
    public static <T> T read(String text, Class<T> format) throws InputException {
        JsonSyntax.check(text);
        try {
            T read = MAPPER.readValue(text, format);
            if (read == null) {
                throw JsonMismatch.ofNull(text, format);
            }
            return read;
        } catch (JsonMappingException e) {
            throw JsonMismatch.of(e, text);
        } catch (JacksonException e) {
            throw new IllegalStateException("this was JSON just now", e);
        }
    }

    /**
     * Reports an error in the value of a member, for a text that {@link #read} accepted.
     *
     * @param text the JSON text
     * @param member of the outermost object
     * @param what what is wrong, and what was expected
     * @return the exception, with line and column
     */
    public static InputException wrong(String text, String member, String what) {
        return JsonPlace.of(text, List.of(new Reference(null, member))).wrong(what);
    }

    /**
     * Writes a value, indented by two spaces; components that are null are left out.
     *
     * @param value a record, a list or a map
     * @return the JSON text
     */
    public static String write(Object value) {
        return write(WITHOUT_NULLS, value);
    }

    /**
     * Like {@link #write(Object)}, but a component that is null is written as {@code null}.
     *
     * @param value a record, a list or a map
     * @return the JSON text
     */
    public static String writeWithNulls(Object value) {
        return write(WITH_NULLS, value);
    }

    /**
     * Writes a value in one line; components that are null are left out.
     *
     * @param value a record, a list or a map
     * @return the text, without an end of line
     */
    public static String line(Object value) {
        return write(LINE, value);
    }

    private static String write(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        Separators separators = Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        return new DefaultPrettyPrinter(separators).withArrayIndenter(indenter).withObjectIndenter(indenter);
    }
}
