package dev.fenestra.tools.page;

/**
 * What every page has around its content.
 *
 * @param title the heading
 * @param lead a sentence below it
 * @param script what it runs; empty for nothing
 */
record Frame(String title, String lead, String script) {
    /** A page that runs nothing. */
    static Frame of(String title, String lead) {
        return new Frame(title, lead, "");
    }

    String style() {
        return Styles.TOKENS + Styles.BASE + Styles.CHART + Styles.PAGE;
    }

    String policy() {
        return Policy.of(style(), script);
    }

    boolean isScripted() {
        return !script.isEmpty();
    }
}
