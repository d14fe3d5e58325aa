package dev.fenestra.vendor.mlx.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A strict little JSON reader: objects are maps in file order, arrays lists, whole numbers Long, others Double. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    public static @Nullable Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at != text.length()) {
            throw json.unexpected();
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        take('{');
        for (boolean more = !takeIf('}'); more; more = !takeIf('}')) {
            if (!members.isEmpty()) {
                take(',');
            }
            skipSpace();
            String key = string();
            take(':');
            members.put(key, value());
        }
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> elements = new ArrayList<>();
        take('[');
        for (boolean more = !takeIf(']'); more; more = !takeIf(']')) {
            if (!elements.isEmpty()) {
                take(',');
            }
            elements.add(value());
        }
        return elements;
    }

    private String string() {
        StringBuilder characters = new StringBuilder();
        take('"');
        while (peek() != '"') {
            char c = text.charAt(at++);
            characters.append(c == '\\' ? escaped() : c);
        }
        at++;
        return characters.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
            default -> throw unexpected();
        };
    }

    private Number number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (digits.isEmpty()) {
            throw unexpected();
        }
        return digits.matches("-?[0-9]+") ? (Number) Long.valueOf(digits) : Double.valueOf(digits);
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private void take(char c) {
        if (!takeIf(c)) {
            throw unexpected();
        }
    }

    private boolean takeIf(char c) {
        skipSpace();
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected();
        }
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not JSON at offset " + at);
    }
}
