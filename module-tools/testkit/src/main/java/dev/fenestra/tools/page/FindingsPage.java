package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;
import java.util.List;
import java.util.Optional;

/**
 * What a search for defects found.
 *
 * @param runs what was tried
 * @param findings what went wrong, if anything
 */
@JStache(path = "findings")
public record FindingsPage(Frame frame, List<Run> runs, List<Finding> findings) {
    public FindingsPage {
        runs = List.copyOf(runs);
        findings = List.copyOf(findings);
    }

    public FindingsPage(String title, String lead, List<Run> runs, List<Finding> findings) {
        this(Frame.of(title, lead), runs, findings);
    }

    /**
     * A part of the search.
     *
     * @param isGood whether nothing was found in it
     */
    public record Run(String what, String outcome, boolean isGood) {}

    /**
     * A defect.
     *
     * @param title what is wrong, in a sentence
     * @param facts more about it, such as what was expected and what was seen
     * @param page to step through what happens; empty when there is none
     * @param command that finds it again
     * @param program that shows it
     */
    public record Finding(String title, List<Fact> facts, Optional<String> page, String command, String program) {
        public Finding {
            facts = List.copyOf(facts);
        }
    }

    public record Fact(String name, String value) {}

    /** The page. */
    public String html() {
        return new FindingsPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
