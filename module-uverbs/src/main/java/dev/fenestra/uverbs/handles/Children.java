package dev.fenestra.uverbs.handles;

/** Counts the parent domains that hold an object unknown to the kernel. */
final class Children {
    private int count;

    synchronized void add() {
        count++;
    }

    synchronized void remove() {
        count--;
    }

    synchronized int count() {
        return count;
    }

    @Override
    public String toString() {
        return count() + (count() == 1 ? " parent domain" : " parent domains");
    }
}
