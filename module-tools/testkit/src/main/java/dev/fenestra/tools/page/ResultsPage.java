package dev.fenestra.tools.page;

import io.jstach.jstache.JStache;
import java.util.List;
import java.util.Optional;

/** How providers did in the conformance kit. */
@JStache(path = "results")
public record ResultsPage(Frame frame, List<Provider> providers) {
    public ResultsPage {
        providers = List.copyOf(providers);
    }

    public ResultsPage(List<Provider> providers) {
        this(
                Frame.of(
                        "Conformance",
                        "Cases that the device can run, each of which breaks a rule on purpose; then random programs"
                                + " beside a model of the specification."),
                providers);
    }

    /**
     * The results of one.
     *
     * @param device what it says of itself
     * @param declared deviations that were declared and did not show
     */
    public record Provider(
            String name,
            String device,
            long seed,
            Tally tally,
            String rulesAtFault,
            List<Failure> failures,
            Optional<Oracle> oracle,
            List<String> declared,
            List<Group> groups) {
        public Provider {
            failures = List.copyOf(failures);
            declared = List.copyOf(declared);
            groups = List.copyOf(groups);
        }

        boolean isFailed() {
            return !failures.isEmpty();
        }

        boolean isAtFault() {
            return !rulesAtFault.isEmpty();
        }
    }

    /** How many cases ended in which way. */
    public record Tally(long passed, long failed, long declared, long skipped) {
        private static final double WIDTH = 100;

        private String share(double count) {
            return Double.toString(WIDTH * count / Math.max(1, passed + failed + declared + skipped));
        }

        String failedKind() {
            return failed == 0 ? "skipped" : "bad";
        }

        String declaredKind() {
            return declared == 0 ? "skipped" : "declared";
        }

        String failedWidth() {
            return share(failed);
        }

        String declaredAt() {
            return share(failed);
        }

        String declaredWidth() {
            return share(declared);
        }

        String passedAt() {
            return share(failed + declared);
        }

        String passedWidth() {
            return share(passed);
        }
    }

    /**
     * A failed case.
     *
     * @param refusedBy rules that refused something in it; empty for none
     * @param page to step through it
     * @param command that repeats it
     * @param test of JUnit that repeats it
     */
    public record Failure(
            String id,
            String title,
            String rules,
            String expected,
            String seen,
            Optional<String> refusedBy,
            Optional<String> page,
            String command,
            String test) {}

    /**
     * What the oracle says.
     *
     * @param verbs that were run
     * @param difference between device and model
     * @param deviated what it saw of a declared deviation, as a sentence
     */
    public record Oracle(String verbs, Optional<Difference> difference, Optional<String> deviated) {}

    public record Difference(String topic, String expected, String seen, Optional<String> page, String program) {}

    /**
     * Cases of a table.
     *
     * @param isOpen whether the reader sees them at once
     */
    public record Group(String title, long passed, List<Case> cases, boolean isOpen) {
        public Group {
            cases = List.copyOf(cases);
        }

        int size() {
            return cases.size();
        }
    }

    /**
     * A case.
     *
     * @param verdict passed, failed, declared or skipped
     * @param page to step through it
     */
    public record Case(String verdict, String id, String title, String remark, Optional<String> page) {}

    /** The page. */
    public String html() {
        return new ResultsPageRenderer(Escape.VALUE, Escape.TEXT).execute(this);
    }
}
