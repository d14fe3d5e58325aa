package dev.fenestra.tools.observe.report;

/**
 * Where a report opens when no link names an event, and what it tells there.
 *
 * @param event sequence of the event
 * @param title what a banner says, such as "The test has failed"; empty for no banner
 * @param message the text below the title, such as the message of an assertion
 */
public record Opening(long event, String title, String message) {
    /** A message that is longer is cut. */
    private static final int MOST_CHARACTERS = 4_000;

    public Opening {
        message = message.length() <= MOST_CHARACTERS ? message : message.substring(0, MOST_CHARACTERS) + "...";
    }

    /**
     * {@return the last refusal, or the first event when nothing was refused, without a banner}
     *
     * @param journal of the report
     */
    public static Opening lastRefusal(JournalFile journal) {
        return new Opening(refused(journal, ""), "", "");
    }

    /**
     * {@return the last refusal by a rule, without a banner; the last one of all when the rule has refused nothing}
     *
     * @param journal of the report
     * @param rule id of the rule
     */
    public static Opening lastRefusal(JournalFile journal, String rule) {
        return new Opening(refused(journal, rule), "", "");
    }

    /**
     * {@return the last refusal, or the last event when nothing was refused, with a banner}
     *
     * @param journal of the report
     * @param title what the banner says
     * @param message the text below the title; cut after 4,000 characters
     */
    public static Opening failure(JournalFile journal, String title, String message) {
        boolean isRefused = journal.events().stream().anyMatch(event -> event.refusal() != null);
        long last = journal.events().isEmpty() ? 0 : journal.events().getLast().n();
        return new Opening(isRefused ? refused(journal, "") : last, title, message);
    }

    private static long refused(JournalFile journal, String rule) {
        long found = -1;
        long any = journal.events().isEmpty() ? 0 : journal.events().getFirst().n();
        for (EventRow event : journal.events()) {
            EventRow.RefusalRow refusal = event.refusal();
            if (refusal != null) {
                any = event.n();
                found = refusal.rule().equals(rule) ? event.n() : found;
            }
        }
        return found < 0 ? any : found;
    }
}
