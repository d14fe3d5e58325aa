package dev.fenestra.tools.proof.oracle.program;

/**
 * A key, named by the object that has it or had it last. So a program keeps its meaning when an earlier step is
 * removed.
 *
 * @param slot of the region or window, on the host that the key belongs to
 * @param tagStep added to the tag, modulo 256: -1 names the key before
 * @param indexStep added to the index: then it is the key of another object, or of none
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

    /** Whether it is exactly the key of its object. */
    public boolean isExact() {
        return tagStep == 0 && indexStep == 0;
    }
}
