package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Allocates frames and counts the users of each: the mappings that have it, and every pin. A frame whose count falls to
 * 0 is free, and is used again after those freed before it.
 *
 * <p>Bus addresses are in three zones: shuffled frames, runs of contiguous frames, and foreign memory. The first two
 * share the host's limit.
 */
final class FrameAllocator {
    private final FrameShuffle fresh;
    private final FrameQueue freed = new FrameQueue();
    private final Runs contiguous;
    private final Runs foreignChunks;
    private final Map<Integer, ForeignRun> foreign = new HashMap<>();
    private final FrameCounts counts;
    private final FrameZones zones;
    private final FrameTable table;
    private final LongConsumer zero;
    private long used;

    /** Chunks that foreign memory lies in, and its frames that are still needed. */
    private static final class ForeignRun {
        final int chunk;
        final int chunks;
        long frames;

        ForeignRun(int chunk, int chunks, long frames) {
            this.chunk = chunk;
            this.chunks = chunks;
            this.frames = frames;
        }
    }

    /**
     * @param zero clears a frame that may have been used before
     */
    FrameAllocator(long seed, FrameZones zones, FrameTable table, LongConsumer zero) {
        fresh = new FrameShuffle(seed, zones.firstFrame(), zones.frames());
        contiguous = new Runs(zones.firstContiguousFrame(), zones.contiguousFrames());
        foreignChunks = new Runs(zones.firstForeignChunk(), zones.foreignChunks());
        counts = new FrameCounts(zones.chunks());
        this.zones = zones;
        this.table = table;
        this.zero = zero;
    }

    /** The number of frames that a number of bytes takes. */
    static long count(long bytes) {
        return (bytes - 1 >>> PhysicalMemory.FRAME_SHIFT) + 1;
    }

    /**
     * Takes zeroed frames, all or none.
     *
     * @return their bus addresses
     */
    synchronized long[] take(long count) {
        checkLeft(count);
        long[] busAddresses = new long[(int) count];
        for (int i = 0; i < busAddresses.length; i++) {
            busAddresses[i] = freed.size() > 0 ? recycled(freed.remove()) : opened(fresh.next());
        }
        used += count;
        return busAddresses;
    }

    /** Takes a zeroed frame other than this one, if the host has another. */
    synchronized long takeOther(long busAddress) {
        checkLeft(1);
        used++;
        if (freed.size() == 0) {
            return opened(fresh.next());
        }
        int frame = freed.remove();
        if (frame != (int) (busAddress >>> PhysicalMemory.FRAME_SHIFT)) {
            return recycled(frame);
        }
        if (freed.size() > 0) {
            int other = freed.remove();
            freed.add(frame);
            return recycled(other);
        }
        if (fresh.hasNext()) {
            freed.add(frame);
            return opened(fresh.next());
        }
        return recycled(frame);
    }

    /**
     * Takes contiguous zeroed frames.
     *
     * @param alignment frames that the first is a multiple of; a power of two
     * @throws VerbsException ENOMEM without such a run
     */
    synchronized long[] takeContiguous(long count, int alignment) {
        checkLeft(count);
        int first = contiguous.take(count, alignment);
        if (first == Runs.NONE) {
            throw new VerbsException(MemoryRule.CONTIGUOUS, "frames=" + count);
        }
        long[] busAddresses = new long[(int) count];
        for (int i = 0; i < busAddresses.length; i++) {
            busAddresses[i] = recycled(first + i);
        }
        used += count;
        return busAddresses;
    }

    /**
     * Gives native memory bus addresses. Each of its pages then has one user.
     *
     * @param inPage where in its page the first byte lies
     * @return the bus address of that page
     */
    synchronized long attach(MemorySegment segment, long inPage) {
        long end = inPage + segment.byteSize();
        long chunks = (end - 1 >>> FrameTable.CHUNK_SHIFT) + 1;
        int chunk = foreignChunks.take(chunks, 1);
        if (chunk == Runs.NONE) {
            throw new VerbsException(
                    MemoryRule.FOREIGN_ROOM,
                    "length=" + segment.byteSize() + ", bus=" + zones.foreignChunks() + " x 2 MiB");
        }
        ForeignRun run = new ForeignRun(chunk, (int) chunks, count(end));
        for (int i = 0; i < chunks; i++) {
            counts.open(chunk + i);
            foreign.put(chunk + i, run);
        }
        long page = (long) chunk << FrameTable.CHUNK_SHIFT;
        for (long i = 0; i < run.frames; i++) {
            counts.add(page + (i << PhysicalMemory.FRAME_SHIFT), 1);
        }
        table.attach(chunk, run.chunks, segment, page + inPage);
        return page;
    }

    /** Gives a chunk of foreign memory, which is still needed, other memory of the same length. */
    synchronized void replace(long busAddress, MemorySegment memory) {
        int chunk = (int) (busAddress >>> FrameTable.CHUNK_SHIFT);
        if (foreign.containsKey(chunk)) {
            table.attach(chunk, 1, memory, busAddress);
        }
    }

    /** Counts another mapping of the frame. */
    synchronized void share(long busAddress) {
        counts.add(busAddress, 1);
    }

    /** Adds a pin to each of these frames. */
    synchronized void pin(long[] busAddresses) {
        for (long busAddress : busAddresses) {
            counts.addPins(busAddress, 1);
        }
    }

    /** Removes a pin from each of these frames. */
    synchronized void unpin(long[] busAddresses) {
        for (long busAddress : busAddresses) {
            freeUnlessNeeded(busAddress, counts.addPins(busAddress, -1));
        }
    }

    /** Removes a mapping from each of these frames. */
    synchronized void release(long... busAddresses) {
        for (long busAddress : busAddresses) {
            freeUnlessNeeded(busAddress, counts.add(busAddress, -1));
        }
    }

    private void freeUnlessNeeded(long busAddress, int needs) {
        if (needs == 0) {
            free((int) (busAddress >>> PhysicalMemory.FRAME_SHIFT));
        }
    }

    synchronized boolean isPinned(long busAddress) {
        return counts.pins(busAddress) > 0;
    }

    /** How many mappings the frame has. */
    synchronized int mappings(long busAddress) {
        return counts.of(busAddress) - counts.pins(busAddress);
    }

    /** Whether foreign memory has no user but the one that it had from the beginning. */
    synchronized boolean isIdle(long first, long frames) {
        for (long i = 0; i < frames; i++) {
            if (counts.of(first + (i << PhysicalMemory.FRAME_SHIFT)) != 1) {
                return false;
            }
        }
        return true;
    }

    /** Whether the frame has more than one mapping. */
    boolean isShared(long busAddress) {
        return mappings(busAddress) > 1;
    }

    synchronized long used() {
        return used;
    }

    private void checkLeft(long count) {
        if (count > zones.limit() - used) {
            throw new VerbsException(
                    MemoryRule.FRAMES_LEFT,
                    "frames=" + count + ", free=" + (zones.limit() - used) + ", limit=" + zones.limit());
        }
    }

    private long opened(int frame) {
        int chunk = frame / PhysicalMemory.FRAMES_PER_CHUNK;
        if (!counts.isOpen(chunk)) {
            table.open(chunk);
            counts.open(chunk);
        }
        long busAddress = (long) frame << PhysicalMemory.FRAME_SHIFT;
        counts.add(busAddress, 1);
        return busAddress;
    }

    private long recycled(int frame) {
        long busAddress = opened(frame);
        zero.accept(busAddress);
        return busAddress;
    }

    private void free(int frame) {
        int chunk = frame / PhysicalMemory.FRAMES_PER_CHUNK;
        ForeignRun run = chunk < zones.firstForeignChunk() ? null : foreign.get(chunk);
        if (run != null) {
            if (--run.frames == 0) {
                detach(run);
            }
            return;
        }
        used--;
        if (contiguous.has(frame)) {
            contiguous.giveBack(frame, 1);
        } else {
            freed.add(frame);
        }
    }

    private void detach(ForeignRun run) {
        for (int i = 0; i < run.chunks; i++) {
            foreign.remove(run.chunk + i);
            counts.close(run.chunk + i);
        }
        table.detach(run.chunk, run.chunks);
        foreignChunks.giveBack(run.chunk, run.chunks);
    }
}
