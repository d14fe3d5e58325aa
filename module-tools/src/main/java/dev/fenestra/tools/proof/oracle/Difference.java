package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.program.Step;

/**
 * Where stack and model part.
 *
 * @param number of the step in its program, from 0
 * @param step the last one that was run
 * @param topic what differs: errno, completion, state, key or memory
 * @param look Java expression by which a program sees the same; empty where the call itself tells, or its completions
 *     do
 */
public record Difference(int number, Step step, String topic, String expected, String seen, String look) {

    static Difference of(int number, Step step, Mismatch wrong) {
        return new Difference(number, step, wrong.topic(), wrong.expected(), wrong.seen(), wrong.look());
    }

    /** Whether two programs fail in the same way, roughly: so shrinking does not wander to another fault. */
    boolean isLike(Difference other) {
        return topic.equals(other.topic) && step.getClass() == other.step.getClass();
    }
}
