package dev.fenestra.tools.proof.mutate;

/** Hears of the progress of a campaign. Several threads may call it. */
public interface MutateProgress {

    /** A case has been run without a defect. */
    void recorded(int cases);

    /**
     * A defect has its verdict.
     *
     * @param done how many have one
     * @param of how many there are
     * @param survivors how many were not noticed
     */
    void tried(int done, int of, int survivors);
}
