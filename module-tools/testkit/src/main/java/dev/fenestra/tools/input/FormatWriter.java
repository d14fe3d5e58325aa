package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes records, lists, maps and simple values as JSON. */
final class FormatWriter {
    private final JsonGenerator out;
    private final boolean withNulls;

    /**
     * Begins to write.
     *
     * @param out takes the JSON
     * @param withNulls whether a member that is null is written; otherwise it is left out
     */
    FormatWriter(JsonGenerator out, boolean withNulls) {
        this.out = out;
        this.withNulls = withNulls;
    }

    void write(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case CharSequence text -> out.writeString(text.toString());
            case Boolean truth -> out.writeBoolean(truth);
            case Integer whole -> out.writeNumber(whole);
            case Long whole -> out.writeNumber(whole);
            case Double real -> out.writeNumber(real);
            case Enum<?> constant -> out.writeString(FormatReader.nameOf(constant));
            case Record whole -> members(whole);
            case Map<?, ?> map -> map(map);
            case Iterable<?> list -> list(list);
            default -> throw new IllegalArgumentException("no format has values of " + value.getClass());
        }
    }

    private void members(Record whole) throws IOException {
        RecordShape shape = RecordShape.of(whole.getClass());
        @Nullable Method instead = shape.value();
        if (instead != null) {
            write(Invocation.call(instead, whole));
            return;
        }
        out.writeStartObject();
        for (FormatMember member : shape.members().values()) {
            member(member.name(), member.in(whole));
        }
        out.writeEndObject();
    }

    private void map(Map<?, ?> map) throws IOException {
        out.writeStartObject();
        for (Map.Entry<?, ?> one : map.entrySet()) {
            Object key = one.getKey();
            member(key instanceof Enum<?> constant ? FormatReader.nameOf(constant) : key.toString(), one.getValue());
        }
        out.writeEndObject();
    }

    private void member(String name, @Nullable Object value) throws IOException {
        if (value != null || withNulls) {
            out.writeFieldName(name);
            write(value);
        }
    }

    private void list(Iterable<?> list) throws IOException {
        out.writeStartArray();
        for (Object one : list) {
            write(one);
        }
        out.writeEndArray();
    }
}
