package dev.fenestra.uverbs;

/** How many parent domains hold an object that the kernel knows nothing of. */
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
