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
    /**
     * {@return whether it happened on a QP} Devices begin the values with it.
     *
     * @param qpNumber number of the QP
     */
    public boolean isOf(int qpNumber) {
        return values.startsWith(String.format("QP 0x%x:", qpNumber));
    }

    /** {@return the QP on which it happened; -1 when it happened on none} */
    public int qpNumber() {
        String begin = "QP 0x";
        int end = values.indexOf(':');
        return values.startsWith(begin)
                        && end > 0
                        && values.substring(begin.length(), end).matches("[0-9a-f]{1,8}")
                ? Integer.parseUnsignedInt(values, begin.length(), end, 16)
                : -1;
    }

    /** {@return rule, violation and values: what an exception says behind its status} */
    public String reason() {
        return "[" + ruleId + "] " + violation + " (" + values + ")";
    }

    @Override
    public String toString() {
        return layer + " refused [" + ruleId + "] " + violation + " -> " + outcome + " (" + values + ")";
    }
}
