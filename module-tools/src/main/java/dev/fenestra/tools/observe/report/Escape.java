package dev.fenestra.tools.observe.report;

/** Makes text harmless where a page holds it. */
final class Escape {
    private Escape() {}

    /** Text between tags. */
    static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** JSON in a script element: nothing in it can end the element, and it means the same as before. */
    static String data(String json) {
        return json.replace("<", "\\u003c");
    }
}
