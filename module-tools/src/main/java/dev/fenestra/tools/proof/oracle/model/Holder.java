package dev.fenestra.tools.proof.oracle.model;

/** What a key of the model belongs to, or belonged to: it is remembered when it is gone, for its key is then stale. */
sealed interface Holder permits Region, Window {

    int key();

    boolean isLive();

    /** The address by which requests name its first byte. */
    long address();
}
