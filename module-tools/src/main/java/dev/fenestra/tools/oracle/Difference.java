package dev.fenestra.tools.oracle;

import dev.fenestra.tools.oracle.program.Step;

/**
 * Where stack and model part.
 *
 * @param number of the step in its program, from 0
 * @param step the last one that was run
 * @param topic what differs: errno, completion, state, key or memory
 */
public record Difference(int number, Step step, String topic, String expected, String seen) {

    /** Whether two programs fail in the same way, roughly: so shrinking does not wander to another fault. */
    boolean isLike(Difference other) {
        return topic.equals(other.topic) && step.getClass() == other.step.getClass();
    }
}
