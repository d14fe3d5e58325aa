package dev.fenestra.tools.proof.mutants;

/** Counts the places that a patch has changed. */
final class PatchedPlaces {
    private int count;

    void add() {
        count++;
    }

    /** The number of this one, from 0. */
    int next() {
        return count++;
    }

    int count() {
        return count;
    }
}
