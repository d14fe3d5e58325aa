package dev.fenestra.tools.proof.oracle.model;

/**
 * The model's knowledge of a window.
 *
 * @param region slot of the region it is bound to, or {@link #NONE}
 * @param qp slot of the QP it is tied to, or {@link #NONE}, also when that QP is gone
 * @param access mask of access flags
 */
public record WindowFacts(int key, int region, int qp, long address, long length, int access) {
    public static final int NONE = -1;

    static WindowFacts of(Machine machine, Window window) {
        return window.isBound()
                ? new WindowFacts(
                        window.key(),
                        machine.slotOf(window.region()),
                        machine.slotOf(window.queue()),
                        window.address(),
                        window.length(),
                        window.access())
                : new WindowFacts(window.key(), NONE, NONE, 0, 0, 0);
    }
}
