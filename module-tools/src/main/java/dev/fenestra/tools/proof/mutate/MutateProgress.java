package dev.fenestra.tools.proof.mutate;

/** Is told how far a campaign is. May be called by several threads. */
public interface MutateProgress {

    /** A case has been run without a defect. */
    void recorded(int cases);

    /**
     * A defect has its verdict.
     *
     * @param done how many have one
     * @param of how many there are
     * @param survivors how many nobody noticed
     */
    void tried(int done, int of, int survivors);
}
