package dev.fenestra.tools.proof.oracle.program;

/**
 * A key, named by the object that has it or had it last: so a program still means something when a step before is gone.
 *
 * @param slot of the region or window, on the host that the key belongs to
 * @param tagStep added to the tag, modulo 256: -1 is a key that was
 * @param indexStep added to the index: a key of another object, or of none
 */
public record KeyName(Holder holder, int slot, int tagStep, int indexStep) {

    /** What a key can belong to. */
    public enum Holder {
        REGION,
        WINDOW
    }

    public static KeyName region(int slot) {
        return new KeyName(Holder.REGION, slot, 0, 0);
    }

    public static KeyName window(int slot) {
        return new KeyName(Holder.WINDOW, slot, 0, 0);
    }

    public KeyName withTagStep(int step) {
        return new KeyName(holder, slot, step, indexStep);
    }

    public KeyName withIndexStep(int step) {
        return new KeyName(holder, slot, tagStep, step);
    }

    /** Whether it is the very key of its object. */
    public boolean isExact() {
        return tagStep == 0 && indexStep == 0;
    }
}
