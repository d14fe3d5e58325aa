package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;
import java.util.List;

/** The rules of a stack, to be searched. */
@JStache(path = "rules")
public record RulesPage(Frame frame, List<Rule> rules) {
    public RulesPage {
        rules = List.copyOf(rules);
    }

    public RulesPage(List<Rule> rules) {
        this(
                new Frame(
                        "Rules",
                        "Every check of the stack: what it demands, its source, what enforces it, what proves it.",
                        Styles.FILTER),
                rules);
    }

    /**
     * A rule.
     *
     * @param id which a link names, as in {@code rules.html#B12}
     * @param text what must hold
     * @param violation what is the case when it does not hold
     * @param lookAt what the author of a program should look at then; may be empty
     * @param places that enforce it
     * @param cases of the conformance kit that break it
     */
    public record Rule(
            String id,
            String layer,
            String text,
            String violation,
            String lookAt,
            String source,
            String outcome,
            List<String> places,
            List<String> cases) {
        public Rule {
            places = List.copyOf(places);
            cases = List.copyOf(cases);
        }
    }

    int count() {
        return rules.size();
    }

    /** The page. */
    public String html() {
        return new RulesPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
