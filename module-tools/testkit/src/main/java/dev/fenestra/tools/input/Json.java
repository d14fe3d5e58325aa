package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * JSON of all commands, in both directions. A format is a record: its components are the members in their order. A
 * component that is {@code @Nullable} may be absent or {@code null}, any other one must be there, and a member that is
 * no component is refused. An enum constant stands as its name in lower case. The package of the record must be open to
 * this module.
 *
 * <p>Annotations of Jackson say more: {@code JsonProperty} gives a member another name, {@code JsonClassDescription}
 * says what is expected in place of something else, {@code JsonIgnoreProperties} names members that are passed over,
 * and {@code JsonAnySetter} marks a map that takes all members that are no component. A static method with
 * {@code JsonCreator} reads a text or a number as the record. Then an object is accepted only when the canonical
 * constructor has a {@code JsonCreator}, too. The method with {@code JsonValue} gives what is written in place of the
 * object, and the {@code pattern} of a {@code JsonFormat} makes a text of a number.
 */
public final class Json {
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
        try (JsonParser parser = JsonSyntax.FACTORY.createParser(text)) {
            parser.nextToken();
            return new FormatReader(parser).read(format);
        } catch (IOException e) {
            throw new UncheckedIOException("this was JSON just now", e);
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
        return JsonPlace.ofMember(text, member).wrong(what);
    }

    /**
     * Writes a value, indented by two spaces; components that are null are left out.
     *
     * @param value a record, a list or a map
     * @return the JSON text
     */
    public static String write(Object value) {
        return write(value, printer(), false);
    }

    /**
     * Like {@link #write(Object)}, but a component that is null is written as {@code null}.
     *
     * @param value a record, a list or a map
     * @return the JSON text
     */
    public static String writeWithNulls(Object value) {
        return write(value, printer(), true);
    }

    /**
     * Writes a value in one line; components that are null are left out.
     *
     * @param value a record, a list or a map
     * @return the text, without an end of line
     */
    public static String line(Object value) {
        return write(value, null, false);
    }

    private static String write(Object value, @Nullable PrettyPrinter printer, boolean withNulls) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JsonSyntax.FACTORY.createGenerator(text)) {
            if (printer != null) {
                out.setPrettyPrinter(printer);
            }
            new FormatWriter(out, withNulls).write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
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
