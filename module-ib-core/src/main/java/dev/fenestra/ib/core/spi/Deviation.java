package dev.fenestra.ib.core.spi;

/**
 * A rule that a provider knows it does not keep, as reports show it.
 *
 * @param ruleId id of the rule, such as {@code B12}
 * @param reason why, in one sentence
 */
public record Deviation(String ruleId, String reason) {}
