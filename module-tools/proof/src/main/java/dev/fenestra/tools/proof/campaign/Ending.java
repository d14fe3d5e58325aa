package dev.fenestra.tools.proof.campaign;

/** Why a run has ended. */
public enum Ending {
    /** All its items are done. */
    DONE,
    /** Its time is over. */
    TIME,
    /** It was asked to stop. */
    STOPPED
}
