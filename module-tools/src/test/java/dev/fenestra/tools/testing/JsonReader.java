package dev.fenestra.tools.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict JSON reader: objects are maps in file order, arrays lists, whole numbers Long, others Double. Members that
 * are null are left out.
 */
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
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            default -> number();
        };
    }

    private Boolean word(String word, Boolean value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private boolean takeNull() {
        boolean found = peek() == 'n' && text.startsWith("null", at);
        at += found ? "null".length() : 0;
        return found;
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        take('{');
        boolean first = true;
        while (peek() != '}') {
            if (!first) {
                take(',');
            }
            String name = string();
            take(':');
            first = false;
            if (!takeNull() && members.put(name, value()) != null) {
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
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
            default -> throw unexpected();
        };
    }

    private Number number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        return digits.matches("-?[0-9]+") ? (Number) Long.valueOf(digits) : Double.valueOf(digits);
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
