package dev.fenestra.tools.oracle;

/**
 * What differs in a step.
 *
 * @param topic errno, completion, state, key or memory
 */
record Mismatch(String topic, String expected, String seen) {}
