package dev.fenestra.vendor.common.kernel;

/** Memory of a queue. */
@FunctionalInterface
public interface Backing {
    /** Gives the memory back: nobody uses it any more. */
    void release();
}
