package dev.fenestra.tools.input;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/**
 * A value of a JSON text that knows its place. Whoever asks for something else than there is gets an
 * {@link InputException} that tells it.
 */
public final class JsonNode {
    /** The content of {@code null}. */
    static final Object NOTHING = new Object();

    private static final int HEX = 16;

    private final String path;
    private final int line;
    private final int column;
    private final Object content;

    /** A number as it is written. */
    record Numeral(String text) {}

    JsonNode(String path, int line, int column, Object content) {
        this.path = path;
        this.line = line;
        this.column = column;
        this.content = content;
    }

    /**
     * Reads a text that is one JSON value.
     *
     * @throws InputException when it is not; with line, column and what was expected there
     */
    public static JsonNode parse(String text) throws InputException {
        return new JsonParser(text).parse();
    }

    /** The members of an object. */
    public SequencedMap<String, JsonNode> members() throws InputException {
        if (content instanceof Map<?, ?> map) {
            SequencedMap<String, JsonNode> members = new LinkedHashMap<>();
            map.forEach((name, member) -> members.put((String) name, (JsonNode) member));
            return members;
        }
        throw expected("an object");
    }

    /**
     * The members of an object that may have these only: any other one is most likely misspelt.
     *
     * @param known names that mean something
     */
    public SequencedMap<String, JsonNode> members(Set<String> known) throws InputException {
        SequencedMap<String, JsonNode> members = members();
        for (Map.Entry<String, JsonNode> member : members.entrySet()) {
            if (!known.contains(member.getKey())) {
                throw member.getValue()
                        .wrong("there is no member " + Shown.text(member.getKey()) + "; there are "
                                + String.join(", ", new TreeSet<>(known)));
            }
        }
        return members;
    }

    /** A member that must be there. */
    public JsonNode member(String name) throws InputException {
        JsonNode found = members().get(name);
        if (found == null) {
            throw wrong("expected a member \"" + name + "\"");
        }
        return found;
    }

    public boolean isObject() {
        return content instanceof Map;
    }

    public boolean isText() {
        return content instanceof String;
    }

    /** The elements of an array. */
    public List<JsonNode> elements() throws InputException {
        if (content instanceof List<?> list) {
            return Collections.unmodifiableList(
                    list.stream().map(JsonNode.class::cast).toList());
        }
        throw expected("an array");
    }

    public String text() throws InputException {
        if (content instanceof String text) {
            return text;
        }
        throw expected("a text");
    }

    /** A whole number. */
    public long whole(long least, long most) throws InputException {
        if (content instanceof Numeral(String digits)) {
            return ranged(digits, least, most);
        }
        throw expected(range(least, most));
    }

    /** A whole number, also as a text, which may be hexadecimal with 0x. */
    public long wholeOrText(long least, long most) throws InputException {
        return content instanceof String text ? ranged(text, least, most) : whole(least, most);
    }

    /** A finite number from 0 on. */
    public double amount() throws InputException {
        if (content instanceof Numeral(String digits)) {
            double value = Double.parseDouble(digits);
            if (value >= 0 && Double.isFinite(value)) {
                return value;
            }
        }
        throw expected("a number from 0 on");
    }

    /** A finite number. */
    public double number() throws InputException {
        if (content instanceof Numeral(String digits) && Double.isFinite(Double.parseDouble(digits))) {
            return Double.parseDouble(digits);
        }
        throw expected("a number");
    }

    /** What was expected here, in place of what is there. */
    public InputException expected(String what) {
        return wrong("expected " + what + ", not " + shown());
    }

    /** What is wrong here. */
    public InputException wrong(String what) {
        return InputException.at(line, column, path.isEmpty() ? what : Shown.path(path) + ": " + what);
    }

    private long ranged(String digits, long least, long most) throws InputException {
        try {
            long value = digits.startsWith("0x") ? Long.parseLong(digits.substring(2), HEX) : Long.parseLong(digits);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // It has a fraction, an exponent, other characters, or too many digits: said below.
        }
        throw expected(range(least, most));
    }

    private static String range(long least, long most) {
        return least == Long.MIN_VALUE ? "a whole number of 64 bits" : "a whole number from " + least + " to " + most;
    }

    private String shown() {
        return switch (content) {
            case Map<?, ?> map -> "an object";
            case List<?> list -> "an array";
            case String text -> Shown.text(text);
            case Numeral(String digits) -> Shown.cut(digits);
            case Boolean truth -> truth.toString();
            default -> "null";
        };
    }
}
