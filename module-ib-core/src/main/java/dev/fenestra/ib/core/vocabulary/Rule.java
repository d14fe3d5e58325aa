package dev.fenestra.ib.core.vocabulary;

/** One check of the stack, as data: what it demands, who says so, and what a violation leads to. */
public interface Rule {

    /** An IBA clause such as {@code C10-74} where one is known, else an id of the enforcing layer such as {@code REG-3}. */
    String id();

    /** What must hold, in one line. */
    String text();

    /** Where the demand comes from: specification clause, man page or driver source. */
    String source();

    /** What a violation leads to: an errno, a completion status or a NAK. */
    String outcome();
}
