package dev.fenestra.ib.core.spi;

/**
 * One refused operation, explained where it was refused.
 *
 * @param layer module that enforced the rule: {@code uverbs}, {@code ib-core}, {@code driver} or {@code hw-sim}
 * @param ruleId id of the rule
 * @param violation what is the case, against the rule: "the window is not bound"
 * @param outcome errno, completion status or NAK it led to
 * @param values what was compared, keys decoded as {@code index:tag}
 */
public record Refusal(String layer, String ruleId, String violation, String outcome, String values) {
    @Override
    public String toString() {
        return layer + " refused [" + ruleId + "] " + violation + " -> " + outcome + " (" + values + ")";
    }
}
