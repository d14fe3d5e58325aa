package dev.fenestra.tools.proof.oracle.model;

/**
 * The object that a key of the model belongs to, or belonged to. A destroyed object is remembered, since its key is
 * then stale.
 */
sealed interface Holder permits Region, Window {

    int key();

    boolean isLive();

    /** The address by which requests name its first byte. */
    long address();
}
