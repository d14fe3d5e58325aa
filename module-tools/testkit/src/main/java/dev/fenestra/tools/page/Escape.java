package dev.fenestra.tools.page;

import java.util.function.Function;

/** Escapes text for XML and HTML. */
public final class Escape {
    /** How templates write a value. */
    public static final Function<Object, String> VALUE = String::valueOf;
    /** How templates escape what they write, except between three braces. Without it they would not escape at all. */
    public static final Function<String, String> TEXT = Escape::text;

    private Escape() {}

    /**
     * Escapes what would be markup. Characters that XML cannot hold become a question mark.
     *
     * @param text any text
     * @return the text for an element or a quoted attribute
     */
    public static String text(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '?');
            }
        });
        return escaped.toString();
    }

    /** JSON in a script element. Nothing in the result can end the element, and its meaning is the same. */
    public static String data(String json) {
        return json.replace("<", "\\u003c");
    }

    /** XML 1.0, 2.2 Char. */
    private static boolean isAllowed(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || c >= ' ' && c <= 0xd7ff
                || c >= 0xe000 && c <= 0xfffd
                || c > 0xffff;
    }
}
