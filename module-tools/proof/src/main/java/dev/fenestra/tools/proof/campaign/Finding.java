package dev.fenestra.tools.proof.campaign;

/**
 * Something that an item has found. Findings of one rule and place are taken for the same defect.
 *
 * @param rule id of the rule or property at fault
 * @param place where it shows: a verb, a case, a line
 * @param text what was expected and seen, as a sentence
 * @param detail the shortest program or plan that shows it; may be empty
 * @param repeat the command that shows it again
 */
public record Finding(String rule, String place, String text, String detail, String repeat) {}
