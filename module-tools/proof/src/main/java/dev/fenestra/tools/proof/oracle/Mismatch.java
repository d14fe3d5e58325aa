package dev.fenestra.tools.proof.oracle;

/**
 * A difference in a step.
 *
 * @param topic errno, completion, state, key or memory
 * @param look Java expression by which a program sees the same; empty where the call itself tells, or its completions
 *     do
 */
record Mismatch(String topic, String expected, String seen, String look) {
    Mismatch(String topic, String expected, String seen) {
        this(topic, expected, seen, "");
    }
}
