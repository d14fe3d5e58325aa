package dev.fenestra.tools.lens;

import java.util.List;
import java.util.function.Consumer;

/** A decoded structure as JSON: an object with its fields, notes and parts. */
public final class LensJson {
    private static final String INDENT = "  ";
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();

    private LensJson() {}

    public static String of(Decoded decoded) {
        LensJson writer = new LensJson();
        writer.write(decoded, "");
        return writer.text.append('\n').toString();
    }

    private void write(Decoded decoded, String indent) {
        String inner = indent + INDENT;
        text.append("{\n").append(inner);
        string("title", decoded.title());
        number("offset", decoded.offset());
        number("bytes", decoded.bytes());
        list("notes", decoded.notes(), inner, this::quote);
        list("fields", decoded.fields(), inner, this::write);
        list("parts", decoded.parts(), inner, part -> write(part, inner + INDENT));
        text.append('\n').append(indent).append('}');
    }

    /** A field on one line. */
    private void write(DecodedField field) {
        text.append('{');
        string("name", field.name());
        number("offset", field.place().offset());
        text.append(", ");
        string("bits", field.place().bits());
        text.append(", ");
        string("value", field.value());
        field.number().ifPresent(value -> number("number", value));
        text.append(", ");
        string("meaning", field.meaning());
        text.append('}');
    }

    private <T> void list(String name, List<T> elements, String indent, Consumer<T> writer) {
        text.append(",\n").append(indent);
        quote(name);
        text.append(": [");
        String separator = "\n";
        for (T element : elements) {
            text.append(separator).append(indent).append(INDENT);
            writer.accept(element);
            separator = ",\n";
        }
        text.append(elements.isEmpty() ? "]" : "\n" + indent + "]");
    }

    private void string(String name, String value) {
        quote(name);
        text.append(": ");
        quote(value);
    }

    private void number(String name, long value) {
        text.append(", ");
        quote(name);
        text.append(": ").append(value);
    }

    private void quote(String value) {
        text.append('"');
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
