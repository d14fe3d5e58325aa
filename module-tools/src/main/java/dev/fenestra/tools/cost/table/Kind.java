package dev.fenestra.tools.cost.table;

/** What the operation is done with. */
public enum Kind {
    PINNED("pinned region, pages of 4 KiB", 1L << 12),
    WINDOW("type-2 window over a region of that size", 1L << 12);

    private final String text;
    private final long smallest;

    Kind(String text, long smallest) {
        this.text = text;
        this.smallest = smallest;
    }

    /** The smallest region that there is of it, bytes. */
    long smallest() {
        return smallest;
    }

    @Override
    public String toString() {
        return text;
    }
}
