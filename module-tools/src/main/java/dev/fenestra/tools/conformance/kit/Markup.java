package dev.fenestra.tools.conformance.kit;

/** Text inside XML and HTML. */
public final class Markup {
    private Markup() {}

    /**
     * Escapes what would be markup. Characters that XML cannot hold become a question mark.
     *
     * @param text any text
     * @return the text for an element or a quoted attribute
     */
    public static String escape(String text) {
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
