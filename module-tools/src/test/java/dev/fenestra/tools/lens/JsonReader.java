package dev.fenestra.tools.lens;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict reader of the JSON that the lens writes: objects, arrays, strings and whole numbers. */
public final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** The value of a text and nothing behind it. */
    public static Map<?, ?> object(String text) {
        JsonReader reader = new JsonReader(text);
        Map<?, ?> value = (Map<?, ?>) reader.value();
        reader.skipSpace();
        if (reader.at != text.length()) {
            throw reader.unexpected();
        }
        return value;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> members();
            case '[' -> elements();
            case '"' -> string();
            default -> number();
        };
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        while (peek() != '}') {
            if (!members.isEmpty()) {
                take(',');
            }
            String name = string();
            take(':');
            if (members.put(name, value()) != null) {
                throw unexpected();
            }
        }
        take('}');
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        take('[');
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                take(',');
            }
            elements.add(value());
        }
        take(']');
        return elements;
    }

    private String string() {
        take('"');
        StringBuilder value = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            if (c < ' ') {
                throw unexpected();
            }
            value.append(c == '\\' ? escaped() : c);
        }
        return value.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\' -> c;
            case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
            default -> throw unexpected();
        };
    }

    private Long number() {
        int from = at;
        while ("-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return Long.valueOf(text.substring(from, at));
    }

    private void take(char c) {
        if (peek() != c) {
            throw unexpected();
        }
        at++;
    }

    private char peek() {
        skipSpace();
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not JSON at " + at + " of " + text);
    }
}
