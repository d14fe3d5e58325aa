package dev.fenestra.tools.rules;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Writes JSON, indented by two spaces. Names and values must come in an order that makes sense. */
final class JsonWriter {
    private static final String INDENT = "  ";
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();
    /** For each open array or object: whether it has an element yet. */
    private final Deque<Boolean> open = new ArrayDeque<>();

    private boolean named;

    JsonWriter beginArray() {
        return begin('[');
    }

    JsonWriter endArray() {
        return end(']');
    }

    JsonWriter beginObject() {
        return begin('{');
    }

    JsonWriter endObject() {
        return end('}');
    }

    JsonWriter name(String name) {
        element();
        quote(name);
        text.append(": ");
        named = true;
        return this;
    }

    JsonWriter value(String value) {
        element();
        quote(value);
        return this;
    }

    JsonWriter value(long value) {
        element();
        text.append(value);
        return this;
    }

    JsonWriter nullValue() {
        element();
        text.append("null");
        return this;
    }

    JsonWriter values(List<String> values) {
        beginArray();
        values.forEach(this::value);
        return endArray();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private JsonWriter begin(char bracket) {
        element();
        text.append(bracket);
        open.push(false);
        return this;
    }

    private JsonWriter end(char bracket) {
        if (open.pop()) {
            newLine();
        }
        text.append(bracket);
        return this;
    }

    /** What stands before an element: nothing after its name, else a comma unless it is the first. */
    private void element() {
        if (named) {
            named = false;
        } else if (!open.isEmpty()) {
            if (open.pop()) {
                text.append(',');
            }
            open.push(true);
            newLine();
        }
    }

    private void newLine() {
        text.append('\n').append(INDENT.repeat(open.size()));
    }

    private void quote(String value) {
        text.append('"');
        value.chars().forEach(this::escape);
        text.append('"');
    }

    private void escape(int c) {
        if (c == '"' || c == '\\') {
            text.append('\\').append((char) c);
        } else if (c < FIRST_PRINTABLE) {
            text.append(String.format("\\u%04x", c));
        } else {
            text.append((char) c);
        }
    }
}
