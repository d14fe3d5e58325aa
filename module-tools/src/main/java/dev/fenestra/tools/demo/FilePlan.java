package dev.fenestra.tools.demo;

/**
 * Which bytes travel through which window: a first part through one of type 1, the rest through windows of type 2, one
 * after another.
 *
 * @param size bytes of the file
 */
record FilePlan(long size) {
    static final long PAGE = 4096;

    private static final long MAX_FIRST = 1 << 20;
    private static final long MAX_WINDOW = 16 << 20;
    private static final long WINDOWS_WANTED = 3;

    /** Bytes of the region: whole pages. */
    long regionBytes() {
        return (size + PAGE - 1) / PAGE * PAGE;
    }

    /** Bytes that go through the type-1 window. */
    int firstPart() {
        return (int) Math.clamp(size / 4, 1, MAX_FIRST);
    }

    /** Whether the first part was the whole file, so that the windows of type 2 carry the same bytes again. */
    boolean repeats() {
        return size == firstPart();
    }

    /** Where the windows of type 2 begin. */
    long restOffset() {
        return repeats() ? 0 : firstPart();
    }

    int windows() {
        long rest = size - restOffset();
        return (int) ((rest + windowBytes() - 1) / windowBytes());
    }

    long windowOffset(int number) {
        return restOffset() + number * windowBytes();
    }

    int windowLength(int number) {
        return (int) Math.min(windowBytes(), size - windowOffset(number));
    }

    private long windowBytes() {
        return Math.clamp((size - restOffset() + WINDOWS_WANTED - 1) / WINDOWS_WANTED, 1, MAX_WINDOW);
    }
}
