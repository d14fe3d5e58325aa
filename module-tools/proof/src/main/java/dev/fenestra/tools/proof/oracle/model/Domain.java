package dev.fenestra.tools.proof.oracle.model;

/** A PD. */
final class Domain {
    private int children;
    private boolean isLive = true;

    boolean isLive() {
        return isLive;
    }

    boolean hasChildren() {
        return children > 0;
    }

    void adopt() {
        children++;
    }

    void release() {
        children--;
    }

    void die() {
        isLive = false;
    }
}
