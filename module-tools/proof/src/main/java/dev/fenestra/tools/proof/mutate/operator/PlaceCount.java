package dev.fenestra.tools.proof.mutate.operator;

/** Counts places in compiled code. */
public final class PlaceCount {
    private int count;

    /** Counts one more; its number, from 0. */
    public int next() {
        return count++;
    }

    /** How many were counted. */
    public int count() {
        return count;
    }
}
