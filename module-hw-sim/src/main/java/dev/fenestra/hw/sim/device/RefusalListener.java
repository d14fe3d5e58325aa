package dev.fenestra.hw.sim.device;

/** Told of every operation a device refuses; installed by the driver, in use whether anybody observes or not. */
@FunctionalInterface
public interface RefusalListener {

    /**
     * @param rule that was broken
     * @param qpn the QP on which it happened; 0 for a command about a key, since no QP has that number
     * @param values what was compared, keys decoded as {@code index:tag}
     */
    void refused(HcaRule rule, int qpn, String values);
}
