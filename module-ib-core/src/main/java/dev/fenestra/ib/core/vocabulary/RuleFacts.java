package dev.fenestra.ib.core.vocabulary;

/**
 * The texts of a rule.
 *
 * @param id an IBA clause such as {@code C10-74} where one is known, else an id of the enforcing layer such as
 *     {@code REG-3}
 * @param text what must hold, in one line
 * @param violation what is the case when it does not hold, in one line: "the window is not bound"
 * @param source where the demand comes from: specification clause, man page or driver source
 * @param outcome what a violation leads to: an errno, a completion status or a NAK
 */
public record RuleFacts(String id, String text, String violation, String source, String outcome) {}
