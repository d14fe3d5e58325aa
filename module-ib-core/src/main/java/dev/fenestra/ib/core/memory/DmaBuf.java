package dev.fenestra.ib.core.memory;

import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.InvalidationListener;
import dev.fenestra.ib.core.spi.OnDemandRange;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory that an exporter shares with devices ({@code dma_buf}). An attached device gets a call before its pages move.
 * It lives as long as an open file or a region needs it.
 */
public final class DmaBuf {
    private static final long PAGE = PhysicalMemory.FRAME_BYTES;

    private final PhysicalMemory physical;
    private final long length;
    private final @Nullable MemorySegment segment;
    private final boolean shared;
    private final Watches attachments = new Watches();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long[] frames;
    private int needs = 1;

    private DmaBuf(PhysicalMemory physical, long length, @Nullable MemorySegment segment, boolean shared) {
        this.shared = shared;
        this.physical = physical;
        this.length = length;
        this.segment = segment;
        frames = place();
    }

    /**
     * {@return zeroed memory of the host, as a memfd gives it to {@code udmabuf}} The caller has its first reference.
     *
     * @param physical memory of the host
     * @param bytes rounded up to whole pages
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for no bytes, ENOMEM when the host has no frames
     *     left
     */
    public static DmaBuf ofHost(PhysicalMemory physical, long bytes) {
        return new DmaBuf(physical, MapChecks.rounded(bytes, MapOptions.USUAL), null, false);
    }

    /**
     * {@return zeroed memory of the host that a confidential guest shares with its devices (the heap
     * {@code system_cc_shared})} It is never moved, so processes can {@linkplain ProcessMemory#map(DmaBuf) map} it.
     * The caller has its first reference.
     *
     * @param physical memory of the host
     * @param bytes rounded up to whole pages
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for no bytes, ENOMEM when the host has no frames
     *     left
     */
    public static DmaBuf ofSharedHeap(PhysicalMemory physical, long bytes) {
        return new DmaBuf(physical, MapChecks.rounded(bytes, MapOptions.USUAL), null, true);
    }

    /**
     * {@return a native segment of the Java program, as the driver of another device exports what it has}
     *
     * @param physical memory of the host
     * @param segment native memory that is not confined to a thread
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EINVAL for memory on the heap, of a closed arena, of an
     *     arena confined to one thread, read-only, or of no bytes; ENOMEM when the host has no bus addresses left for
     *     it
     */
    public static DmaBuf ofSegment(PhysicalMemory physical, MemorySegment segment) {
        MapChecks.checkExported(segment);
        return new DmaBuf(physical, segment.byteSize(), segment, false);
    }

    /** {@return bytes} */
    public long length() {
        return length;
    }

    /** {@return whether a confidential guest shares it with its devices} */
    public boolean isShared() {
        return shared;
    }

    /** Counts a reference of an open file or a region. */
    public synchronized void hold() {
        needs++;
    }

    /** Drops a reference. The last one frees the memory. */
    public synchronized void release() {
        if (--needs == 0) {
            physical.frames().release(frames);
        }
    }

    /**
     * Attaches a device ({@code dma_buf_dynamic_attach}). The pages of the range are those of the buffer, and all are
     * present. The listener gets {@link Invalidation#CLEAR} before they move.
     *
     * @param offset of its first byte
     * @param bytes it lies inside of the buffer
     * @param listener is called before pages are removed or move
     * @return the range, watched until it is closed
     */
    public OnDemandRange attach(long offset, long bytes, InvalidationListener listener) {
        Attachment attachment = new Attachment(offset, bytes, listener);
        alone(() -> {
            attachments.add(attachment);
            return attachment;
        });
        return attachment;
    }

    /**
     * Moves all pages with their contents ({@code dma_buf_move_notify}). ENOMEM when there is no room; then nothing
     * changes. EOPNOTSUPP for memory of a heap.
     */
    public void move() {
        if (shared) {
            throw new VerbsException(MemoryRule.HEAP_STAYS, "length=" + length);
        }
        alone(() -> attachments.invalidate(0, Long.MAX_VALUE & -PAGE, Invalidation.CLEAR, true, this::moveUnused));
    }

    private void moveUnused() {
        long[] old = frames;
        long[] fresh = place();
        if (segment == null) {
            for (int i = 0; i < old.length; i++) {
                physical.frame(fresh[i]).copyFrom(physical.frame(old[i]));
            }
        }
        frames = fresh;
        physical.frames().release(old);
    }

    /** Its frames, each with one more user: a mapping of memory that stays. */
    long[] shareFrames() {
        long[] now = frames;
        for (long frame : now) {
            physical.frames().share(frame);
        }
        return now;
    }

    private long[] place() {
        long[] placed = new long[(int) FrameAllocator.count(length)];
        MemorySegment foreign = segment;
        if (foreign == null) {
            return physical.frames().take(placed.length);
        }
        long first = physical.frames().attach(foreign, 0);
        for (int i = 0; i < placed.length; i++) {
            placed[i] = first + i * PAGE;
        }
        return placed;
    }

    /**
     * Stores into it, as through a mapping of the file; the range lies inside, else {@link IndexOutOfBoundsException}.
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     */
    public void put(long offset, byte[] source) {
        alone(() -> {
            visit(
                    offset,
                    source.length,
                    (memory, at, done) -> MemorySegment.copy(
                            MemorySegment.ofArray(source), done, memory, at, piece(offset, done, source.length)));
            return true;
        });
    }

    /**
     * Loads from it, as through a mapping of the file.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return the bytes
     */
    public byte[] get(long offset, int count) {
        byte[] target = new byte[count];
        alone(() -> {
            visit(
                    offset,
                    count,
                    (memory, at, done) -> MemorySegment.copy(
                            memory, at, MemorySegment.ofArray(target), done, piece(offset, done, count)));
            return true;
        });
        return target;
    }

    /** Receives the pieces of a range, each within one page. */
    private interface Piece {
        void visit(MemorySegment memory, long at, long done);
    }

    private void visit(long offset, long count, Piece piece) {
        Objects.checkFromIndexSize(offset, count, length);
        for (long done = 0; done < count; done += piece(offset, done, count)) {
            long at = offset + done;
            long busAddress = frames[(int) (at / PAGE)] + at % PAGE;
            piece.visit(physical.table().segment(busAddress), physical.table().offset(busAddress), done);
        }
    }

    private static long piece(long offset, long done, long count) {
        return Math.min(count - done, PAGE - (offset + done) % PAGE);
    }

    private <T> T alone(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** A part that a device is attached to. */
    private final class Attachment extends WatchedRange {
        Attachment(long offset, long bytes, InvalidationListener listener) {
            super(offset, offset + bytes, listener);
        }

        @Override
        public long[] fault(long offset, long bytes, boolean write) {
            checkInside(offset, bytes);
            long[] now = frames;
            long rights = write ? READ | WRITE : READ;
            long[] found = new long[(int) FrameAllocator.count(offset % PAGE + bytes)];
            for (int i = 0; i < found.length; i++) {
                found[i] = now[(int) (offset / PAGE) + i] | rights;
            }
            return found;
        }

        @Override
        public long[] present(long offset, long bytes, boolean write) {
            return fault(offset, bytes, write);
        }

        @Override
        public long firstPresent(long offset, long bytes) {
            checkInside(offset, bytes);
            return offset;
        }

        @Override
        public void close() {
            alone(() -> {
                attachments.remove(this);
                return true;
            });
        }
    }
}
