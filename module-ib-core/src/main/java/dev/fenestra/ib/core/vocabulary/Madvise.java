package dev.fenestra.ib.core.vocabulary;

/** Advice of a process about a range of its memory; values as in {@code sys/mman.h}. */
public enum Madvise {
    /** Gives up the contents: the next touch finds zeroed pages. */
    DONTNEED(4),
    /** Children do not get the range. */
    DONTFORK(10),
    /** Children get the range, as they do by default. */
    DOFORK(11);

    private final int code;

    Madvise(int code) {
        this.code = code;
    }

    /** {@return its number in {@code madvise(2)}} */
    public int code() {
        return code;
    }
}
