package dev.fenestra.ib.core.vocabulary;

/**
 * One check of the stack, as data: what it demands, its source, and what a violation leads to. Layers keep theirs in
 * enums.
 */
public interface Rule {

    /** {@return id, texts, source and outcome of the rule} */
    RuleFacts facts();

    /**
     * {@return the constant by which sources name the rule where they enforce it} A rule of a layer is one itself; the
     * rules of several vendors can share one.
     */
    default Object constant() {
        return this;
    }

    /** {@return a short name, such as {@code A7}; no two rules of a layer share one} */
    default String id() {
        return facts().id();
    }

    /** {@return what must hold} */
    default String text() {
        return facts().text();
    }

    /** {@return what is the case when it does not hold} */
    default String violation() {
        return facts().violation();
    }

    /** {@return where the rule comes from: a man page, a clause of the specification, a file of Linux} */
    default String source() {
        return facts().source();
    }

    /** {@return what the caller or the peer sees: an errno, a completion status or a NAK} */
    default String outcome() {
        return facts().outcome();
    }

    /**
     * {@return what a call that breaks the rule returns}
     *
     * @throws IllegalStateException when no call returns the violation: it shows in a completion, a NAK or a log
     */
    default Errno errno() {
        return facts().errno()
                .orElseThrow(() -> new IllegalStateException(
                        "rule " + id() + " has no errno, so no call returns its violation: " + outcome()));
    }

    /** {@return what a call that breaks the rule returns on most devices} The driver of a card can have an own one. */
    default Errno usualErrno() {
        return errno();
    }
}
