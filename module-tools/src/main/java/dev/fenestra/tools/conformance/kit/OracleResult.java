package dev.fenestra.tools.conformance.kit;

import java.util.Optional;

/**
 * What came of running random programs beside the model.
 *
 * @param seed of the first program
 * @param verbs run
 * @param difference the shortest program found on which device and model differ; empty when they agree
 */
public record OracleResult(long seed, long verbs, Optional<Finding> difference) {

    /**
     * Where device and model differ.
     *
     * @param topic what was compared: errno, status, order, memory, ...
     * @param expected by the model
     * @param seen on the device
     * @param program that shows it, as Java
     */
    public record Finding(String topic, String expected, String seen, String program) {}
}
