package dev.fenestra.ib.core.memory;

/**
 * How a host's bus addresses are divided, in chunks of 2 MiB: one that is never valid, frames handed out in shuffled
 * order, as many again for runs of contiguous frames, and foreign memory.
 *
 * @param limit frames that may be in use at once
 * @param ownChunks chunks of the shuffled frames
 */
record FrameZones(long limit, int ownChunks) {
    /** Foreign memory has a multiple of the host's own chunks: a small object of its own takes a whole one. */
    private static final int FOREIGN_FACTOR = 8;

    /** It has at least this number of chunks. */
    private static final int LEAST_FOREIGN = 512;

    /** Runs of contiguous frames, and foreign memory, get no more than 512 GiB each. */
    private static final int MOST_BESIDE = 1 << 18;

    static FrameZones of(long limit) {
        long groups = (limit + FrameShuffle.GROUP - 1) / FrameShuffle.GROUP;
        return new FrameZones(limit, (int) (groups * (FrameShuffle.GROUP / PhysicalMemory.FRAMES_PER_CHUNK)));
    }

    int frames() {
        return ownChunks * PhysicalMemory.FRAMES_PER_CHUNK;
    }

    int firstFrame() {
        return PhysicalMemory.FRAMES_PER_CHUNK;
    }

    int firstContiguousFrame() {
        return firstFrame() + frames();
    }

    int contiguousFrames() {
        return contiguousChunks() * PhysicalMemory.FRAMES_PER_CHUNK;
    }

    private int contiguousChunks() {
        return Math.min(ownChunks, MOST_BESIDE);
    }

    int firstForeignChunk() {
        return 1 + ownChunks + contiguousChunks();
    }

    int foreignChunks() {
        return Math.clamp((long) ownChunks * FOREIGN_FACTOR, LEAST_FOREIGN, MOST_BESIDE);
    }

    int chunks() {
        return firstForeignChunk() + foreignChunks();
    }
}
