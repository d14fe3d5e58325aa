package dev.fenestra.tools.conformance.kit;

/** Text inside XML and HTML. */
public final class Markup {
    private static final String PAGE = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="UTF-8">
        <title>Fenestra: %s</title>
        <style>
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; color: #222; background: #fff }
        table { border-collapse: collapse; width: 100%% }
        td, th { padding: .2em .6em; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd }
        summary { cursor: pointer; padding: .3em 0 }
        code { font: 13px/1.4 ui-monospace, monospace }
        %s</style>
        </head>
        <body>
        %s</body>
        </html>
        """;

    private Markup() {}

    /**
     * An HTML page that needs no other file.
     *
     * @param title what it is about, in plain text
     * @param style CSS rules beyond those of text, tables and code; lines with line ends
     * @param body markup of its body, with a line end
     * @return the document
     */
    public static String page(String title, String style, CharSequence body) {
        return String.format(PAGE, escape(title), style, body);
    }

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
