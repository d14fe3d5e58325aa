package dev.fenestra.tools.observe.report;

/** Escapes text for a page. */
final class Escape {
    private Escape() {}

    /** Text between tags. */
    static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** JSON in a script element. Nothing in the result can end the element, and its meaning is the same. */
    static String data(String json) {
        return json.replace("<", "\\u003c");
    }
}
