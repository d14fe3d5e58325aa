package dev.fenestra.benchmarks;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.SplittableRandom;

/**
 * The least cost of handing a request through rings of bytes: a limit for small messages and for binds. One side writes
 * requests of 64 bytes into a ring and a counter. The other side reads them, looks up two keys of 64 bytes and two
 * translations, copies the data, and writes an entry of 64 bytes into a second ring, which the first side polls. All
 * of it lies in pages in random order. There are no packets, no sequence numbers, no rules but the range and the tag of
 * a key, and no more than one queue.
 */
final class BareRing implements AutoCloseable {
    static final int WRITE = 1;
    static final int BIND = 2;
    static final int INVALIDATE = 3;

    private static final int PAGE_SHIFT = 12;
    private static final int PAGE = 1 << PAGE_SHIFT;
    private static final int ENTRY_SHIFT = 6;
    private static final int ENTRIES = 256;
    private static final int RING_PAGES = ENTRIES << ENTRY_SHIFT >>> PAGE_SHIFT;
    private static final int MEMORY_PAGES = 16;
    private static final int CHUNK_PAGES = 512;
    private static final ValueLayout.OfInt BE32 = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfLong BE64 = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final VarHandle COUNTER = JAVA_INT.withOrder(BIG_ENDIAN).varHandle();
    private static final int OWNER = 60;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] chunks = new MemorySegment[2];
    private final int[] requests = new int[RING_PAGES];
    private final int[] completions = new int[RING_PAGES];
    private final int record;
    /** Keys of a region at 0, of another at 1, of a window at 2; then the translations of both regions. */
    private final MemorySegment keys;

    private final long[] numbers = new long[ENTRIES];
    private int posted;
    private int fetched;
    private int completed;
    private int polled;
    /** The sum of the numbers of polled requests, so that nothing is left out. */
    long sum;

    BareRing() {
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = arena.allocate((long) CHUNK_PAGES << PAGE_SHIFT, PAGE);
        }
        int[] pages = new SplittableRandom(1)
                .ints(0, chunks.length * CHUNK_PAGES)
                .distinct()
                .limit(64)
                .toArray();
        int next = 0;
        for (int i = 0; i < RING_PAGES; i++) {
            requests[i] = pages[next++];
            completions[i] = pages[next++];
        }
        record = pages[next++];
        keys = arena.allocate(PAGE, PAGE);
        for (int key = 0; key < 2; key++) {
            keys.set(BE32, (long) key << ENTRY_SHIFT, 1);
            keys.set(BE64, ((long) key << ENTRY_SHIFT) + 24, (long) MEMORY_PAGES << PAGE_SHIFT);
            keys.set(BE32, ((long) key << ENTRY_SHIFT) + 32, (key + 1) * 512);
            for (int i = 0; i < MEMORY_PAGES; i++) {
                keys.set(BE64, (key + 1) * 512L + i * Long.BYTES, (long) pages[next++] << PAGE_SHIFT);
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    private MemorySegment chunk(int page) {
        return chunks[page / CHUNK_PAGES];
    }

    private static long offset(int page) {
        return (long) (page % CHUNK_PAGES) << PAGE_SHIFT;
    }

    /** Writes a request, of {@code blocks} times 64 bytes. */
    void post(long number, int kind, int blocks, boolean signaled, long from, long to, int bytes) {
        int entry = posted & ENTRIES - 1;
        int page = requests[entry >>> PAGE_SHIFT - ENTRY_SHIFT];
        MemorySegment memory = chunk(page);
        long base = offset(page) + (entry << ENTRY_SHIFT & PAGE - 1);
        memory.set(BE64, base, (long) posted << 40 | (long) kind << 32 | blocks);
        memory.set(BE64, base + 8, signaled ? 8 : 0);
        memory.set(BE64, base + 16, to);
        memory.set(BE64, base + 24, 1L << 32);
        memory.set(BE64, base + 32, (long) bytes << 32);
        memory.set(BE64, base + 40, from);
        for (int block = 1; block < blocks; block++) {
            fill(posted + block, from, bytes);
        }
        numbers[entry] = number;
        posted += blocks;
    }

    private void fill(int index, long from, int bytes) {
        int entry = index & ENTRIES - 1;
        int page = requests[entry >>> PAGE_SHIFT - ENTRY_SHIFT];
        MemorySegment memory = chunk(page);
        long base = offset(page) + (entry << ENTRY_SHIFT & PAGE - 1);
        for (int at = 0; at < 1 << ENTRY_SHIFT; at += 2 * Long.BYTES) {
            memory.set(BE64, base + at, from);
            memory.set(BE64, base + at + Long.BYTES, bytes);
        }
    }

    /** Says how much is posted. */
    void ring() {
        COUNTER.setRelease(chunk(record), offset(record), posted);
    }

    /** Handles all that is posted. */
    void run() {
        int end = (int) COUNTER.getAcquire(chunk(record), offset(record));
        while (fetched != end) {
            int entry = fetched & ENTRIES - 1;
            int page = requests[entry >>> PAGE_SHIFT - ENTRY_SHIFT];
            MemorySegment memory = chunk(page);
            long base = offset(page) + (entry << ENTRY_SHIFT & PAGE - 1);
            long what = memory.get(BE64, base);
            if ((int) (what >>> 40) != (fetched & 0xffffff)) {
                throw new IllegalStateException("a request is not the next one");
            }
            execute((int) (what >>> 32) & 0xff, memory, base);
            if (memory.get(BE64, base + 8) != 0) {
                complete(fetched);
            }
            fetched += (int) what;
        }
    }

    private void execute(int kind, MemorySegment memory, long base) {
        if (kind == WRITE) {
            int bytes = (int) (memory.get(BE64, base + 32) >>> 32);
            long from = translate((int) memory.get(BE64, base + 32), memory.get(BE64, base + 40), bytes);
            long to = translate((int) (memory.get(BE64, base + 24) >>> 32), memory.get(BE64, base + 16), bytes);
            int source = (int) (from >>> PAGE_SHIFT);
            int target = (int) (to >>> PAGE_SHIFT);
            MemorySegment.copy(
                    chunk(source),
                    offset(source) + (from & PAGE - 1),
                    chunk(target),
                    offset(target) + (to & PAGE - 1),
                    bytes);
        } else {
            change(kind == BIND, memory, base);
        }
    }

    /** Looks a key up, checks the range, and finds the page. */
    private long translate(int key, long address, int bytes) {
        long at = (long) key << ENTRY_SHIFT;
        long inKey = address - keys.get(BE64, at + 16);
        boolean isGranted = keys.get(BE32, at) == 1 && inKey >= 0 && inKey + bytes <= keys.get(BE64, at + 24);
        if (!isGranted) {
            throw new IllegalStateException("a request is out of range");
        }
        return keys.get(BE64, keys.get(BE32, at + 32) + (inKey >>> PAGE_SHIFT) * Long.BYTES) + (inKey & PAGE - 1);
    }

    /** Makes the window cover a range of the region, or nothing, and counts. */
    private void change(boolean bind, MemorySegment memory, long base) {
        long window = 2L << ENTRY_SHIFT;
        boolean isFree = keys.get(BE32, window) == 0;
        if (isFree != bind) {
            throw new IllegalStateException("a window is in the wrong state");
        }
        if (bind) {
            long address = memory.get(BE64, base + 40);
            long bytes = memory.get(BE64, base + 32) >>> 32;
            boolean isGranted = keys.get(BE32, 0) == 1 && address >= 0 && address + bytes <= keys.get(BE64, 24);
            if (!isGranted) {
                throw new IllegalStateException("a bind is out of range");
            }
            keys.set(BE64, window + 16, address);
            keys.set(BE64, window + 24, bytes);
        }
        keys.set(BE32, window, bind ? 1 : 0);
        keys.set(BE32, 36, keys.get(BE32, 36) + (bind ? 1 : -1));
    }

    private void complete(int index) {
        int entry = completed & ENTRIES - 1;
        int page = completions[entry >>> PAGE_SHIFT - ENTRY_SHIFT];
        MemorySegment memory = chunk(page);
        long base = offset(page) + (entry << ENTRY_SHIFT & PAGE - 1);
        for (int at = 0; at < OWNER - Integer.BYTES; at += Long.BYTES) {
            memory.set(BE64, base + at, 0);
        }
        memory.set(BE32, base + OWNER - Integer.BYTES, WRITE << 24);
        completed++;
        COUNTER.setRelease(memory, base + OWNER, index << 16 | (completed - 1 >>> 8 & 1) ^ 1);
    }

    /** Polls for one completion; drives the other side when there is none. */
    void await() {
        while (!poll()) {
            run();
        }
    }

    private boolean poll() {
        int entry = polled & ENTRIES - 1;
        int page = completions[entry >>> PAGE_SHIFT - ENTRY_SHIFT];
        long base = offset(page) + (entry << ENTRY_SHIFT & PAGE - 1);
        int word = (int) COUNTER.getAcquire(chunk(page), base + OWNER);
        if ((word & 1) != ((polled >>> 8 & 1) ^ 1)) {
            return false;
        }
        sum += numbers[word >>> 16 & ENTRIES - 1];
        polled++;
        return true;
    }
}
