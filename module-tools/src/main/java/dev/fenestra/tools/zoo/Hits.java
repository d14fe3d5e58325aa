package dev.fenestra.tools.zoo;

/** Counts the places that a patch has changed. */
final class Hits {
    private int count;

    void add() {
        count++;
    }

    int count() {
        return count;
    }
}
