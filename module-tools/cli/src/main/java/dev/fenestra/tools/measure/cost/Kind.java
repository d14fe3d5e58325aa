package dev.fenestra.tools.measure.cost;

/** The kind of memory that an operation works on. */
public enum Kind {
    PINNED("pinned region, pages of 4 KiB", 1L << 12),
    HUGE("pinned region, pages of 2 MiB", 1L << 21),
    ON_DEMAND("on-demand region (explicit)", 1L << 12),
    IMPLICIT("on-demand region of the whole address space (implicit), with memory of that size in it", 1L << 12),
    WINDOW("type-2 window over a region of that size", 1L << 12);

    private final String text;
    private final long smallest;

    Kind(String text, long smallest) {
        this.text = text;
        this.smallest = smallest;
    }

    /** The smallest region of this kind, bytes. */
    long smallest() {
        return smallest;
    }

    @Override
    public String toString() {
        return text;
    }
}
