package dev.fenestra.tools.proof.campaign;

/** Hears of a run. It is called by one thread at a time. */
public interface Watcher {

    /** An item is done. */
    void done(Totals totals);

    /** Something was found that is not known of its rule and place yet. */
    void found(Finding finding);
}
