package dev.fenestra.ib.core.vocabulary;

import java.util.Optional;

/**
 * The data of a rule: its texts, and the errno where a call returns one.
 *
 * @param id an IBA clause such as {@code C10-74} where one is known, else an id of the enforcing layer such as
 *     {@code REG-3}
 * @param text what must hold, in one line
 * @param violation what is the case when it does not hold, in one line: "the window is not bound"
 * @param source where the demand comes from: specification clause, man page or driver source
 * @param outcome what a violation leads to: an errno, a completion status or a NAK
 * @param errno what a call that breaks the rule returns; empty when no call returns the violation
 */
public record RuleFacts(
        String id, String text, String violation, String source, String outcome, Optional<Errno> errno) {

    /**
     * Checks that outcome and errno agree.
     *
     * @throws IllegalArgumentException when the errno is {@link Errno#OK}, or the outcome has another name than the
     *     errno
     */
    public RuleFacts {
        if (errno.isPresent() && (errno.get() == Errno.OK || !errno.get().name().equals(outcome))) {
            throw new IllegalArgumentException(id + ": errno " + errno.get() + " with the outcome " + outcome);
        }
    }

    /**
     * The facts of a rule of calls.
     *
     * @param id of the rule
     * @param text what must hold
     * @param violation what is the case when it does not hold
     * @param source where the demand comes from
     * @param errno what a call that breaks the rule returns; also the outcome
     * @throws IllegalArgumentException for {@link Errno#OK}
     */
    public RuleFacts(String id, String text, String violation, String source, Errno errno) {
        this(id, text, violation, source, errno.name(), Optional.of(errno));
    }

    /**
     * The facts of a rule whose violation no call returns.
     *
     * @param id of the rule
     * @param text what must hold
     * @param violation what is the case when it does not hold
     * @param source where the demand comes from
     * @param outcome a completion status, a NAK or a few words
     */
    public RuleFacts(String id, String text, String violation, String source, String outcome) {
        this(id, text, violation, source, outcome, Optional.empty());
    }
}
