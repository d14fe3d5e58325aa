package dev.fenestra.tools.demo;

import java.util.ArrayList;
import java.util.List;

/** Collects what an act finds out. */
final class Findings {
    private final List<Check> checks = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();
    private String text = "";

    /** Says what the act does; said again when more of it is known. */
    void tells(String newText) {
        text = newText;
    }

    String text() {
        return text;
    }

    /** Notes something that a rule demands. */
    void check(String what, Object expected, Object seen) {
        checks.add(new Check(what, String.valueOf(expected), String.valueOf(seen)));
    }

    /** Notes something worth telling. */
    void fact(String text) {
        facts.add(text);
    }

    List<Check> checks() {
        return checks;
    }

    List<String> facts() {
        return facts;
    }
}
