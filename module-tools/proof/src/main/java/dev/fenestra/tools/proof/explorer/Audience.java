package dev.fenestra.tools.proof.explorer;

import dev.fenestra.tools.bench.TestBench;

/** Is shown a counter-example, while it is carried out once more. */
public interface Audience {
    /**
     * The hosts, before anything happens on them.
     *
     * @param invariant that will be broken
     */
    void hosts(TestBench bench, String invariant);

    /** An action, before it is carried out. */
    void next(String action);

    /**
     * The last action was carried out. Nothing is closed yet.
     *
     * @param verdict on it
     */
    void end(String verdict);
}
