package dev.fenestra.tools.proof.mutate.worker;

/** Which lines were reached. Watched classes write to it. */
public final class Hits {
    /** By number of the line. */
    @SuppressWarnings("MutablePublicArray") // one store per line is all that a watched class should cost
    public static volatile boolean[] lines = {};

    private Hits() {}
}
