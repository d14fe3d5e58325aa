package dev.fenestra.tools.proof.soak;

/**
 * Where programs have their data. Without fences, data that is both read and changed by requests on their way may be
 * seen before or after, faults or not; so nothing that is sent or fetched is also landed in or written.
 *
 * @param area bytes of each purpose, a power of two from {@link #SMALLEST_AREA} to {@link #LARGEST_AREA}
 */
record SoakMemory(int area) {
    static final int SMALLEST_AREA = 1 << 11;
    static final int LARGEST_AREA = 1 << 22;
    private static final int AREAS = 8;

    /** The smallest memory for messages of this length. */
    static SoakMemory forMessages(int longest) {
        boolean isShort = longest <= SMALLEST_AREA / 2;
        // The smallest area has receives of half its size, so it is for short messages only.
        return new SoakMemory(
                isShort ? SMALLEST_AREA : Math.max(2 * SMALLEST_AREA, Integer.highestOneBit(longest - 1) << 1));
    }

    /** Bytes on each side. The upper half of the responder's takes what is received. */
    int bytes() {
        return AREAS * area;
    }

    int sources() {
        return 0;
    }

    int landings() {
        return area;
    }

    int written() {
        return 0;
    }

    int fetched() {
        return area;
    }

    int counters() {
        return 2 * area;
    }

    /** Bytes of each receive. */
    int receiveBytes() {
        return area == SMALLEST_AREA ? area / 2 : area;
    }

    /** How many receives there are at most. */
    int receives() {
        return bytes() / 2 / receiveBytes();
    }

    /** Offset of a receive in the responder's memory. */
    int receive(long number) {
        return bytes() / 2 + (int) number * receiveBytes();
    }
}
