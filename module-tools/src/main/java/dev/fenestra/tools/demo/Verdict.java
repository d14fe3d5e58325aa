package dev.fenestra.tools.demo;

/** How an act went. */
public enum Verdict {
    OK("ok"),
    REFUSED("refused as expected"),
    WRONG("WRONG");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
