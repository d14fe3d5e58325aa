package dev.fenestra.hw.sim.hca.rules;

/** Receives every refusal of a device. The driver installs it, with or without an observer. */
@FunctionalInterface
public interface RefusalListener {

    /**
     * The device refused an operation.
     *
     * @param rule the rule that was broken
     * @param qpn the QP on which it happened; 0 for a command about a key, since no QP has that number
     * @param values the compared values, keys decoded as {@code index:tag}
     */
    void refused(HcaRule rule, int qpn, String values);
}
