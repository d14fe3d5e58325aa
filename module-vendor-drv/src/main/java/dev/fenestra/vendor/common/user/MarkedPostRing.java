package dev.fenestra.vendor.common.user;

import dev.fenestra.hw.sim.card.Mark;
import dev.fenestra.hw.sim.card.RingSlots;
import java.lang.foreign.MemorySegment;

/**
 * A ring of requests of one slot or several, each of which is marked when it is posted. A request is written beside the
 * ring, and gets its place when its size is known. It does not cross the border of a block: requests that do nothing
 * fill the rest. The ring does not go back to its first slot after a reset.
 */
public final class MarkedPostRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;

    /**
     * What the slots of a ring look like.
     *
     * @param slots of the ring, at most 32768
     * @param block slots of a block, a power of two; the longest request has as many
     * @param logName log2 of the steps by which completions count slots
     * @param mark of a slot
     * @param filler makes a slot a request that does nothing, but for its mark
     */
    public record Form(RingSlots slots, int block, int logName, Mark mark, Filler filler) {}

    /** Makes a slot a request that does nothing, but for its mark. */
    @FunctionalInterface
    public interface Filler {
        /**
         * Writes the request.
         *
         * @param memory of the slot
         * @param base where it begins
         */
        void fill(MemorySegment memory, long base);
    }

    private final Form form;
    private final int room;
    private final Runnable doorbell;
    private final Runnable free;
    private final MemorySegment request;
    /** For each request, by its count: its first slot, and the slot behind it, free-running. */
    private final int[] starts;

    private final int[] ends;
    /** For each slot: the request that begins there. */
    private final int[] counts;

    private volatile int handed;
    private volatile int tail;

    /**
     * Makes an empty ring.
     *
     * @param form of its slots
     * @param room requests that may be posted at once
     * @param doorbell tells the card
     * @param free gives the memory back
     */
    public MarkedPostRing(Form form, int room, Runnable doorbell, Runnable free) {
        this.form = form;
        this.room = room;
        this.doorbell = doorbell;
        this.free = free;
        request = MemorySegment.ofArray(new long[form.block() * form.slots().bytes() / Long.BYTES]);
        int counted = Integer.highestOneBit(room) << 2;
        starts = new int[counted];
        ends = new int[counted];
        counts = new int[form.slots().count()];
    }

    private int start(int count) {
        return starts[count & starts.length - 1];
    }

    private int end(int count) {
        return ends[count & ends.length - 1];
    }

    private int inRing(int slot) {
        return slot & form.slots().count() - 1;
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public int names() {
        return form.slots().count() << form.logName();
    }

    @Override
    public boolean isFull(int count) {
        return (count - tail & COUNT_MASK) >= room;
    }

    /** The place beside the ring; the request will lie behind the one before it. */
    @Override
    public MemorySegment segment(int count) {
        starts[count & starts.length - 1] = end(count - 1);
        return request;
    }

    @Override
    public long offset(int count) {
        return 0;
    }

    @Override
    public int bytes() {
        return (int) request.byteSize();
    }

    @Override
    public int name(int count) {
        return inRing(start(count)) << form.logName();
    }

    @Override
    public void clear(int count, int length) {
        request.fill((byte) 0);
    }

    /** The marks of its slots say "not yet". */
    @Override
    public void written(int count, int slots) {
        int start = end(count - 1);
        int left = form.block() - (start & form.block() - 1);
        start += slots > left ? left : 0;
        starts[count & starts.length - 1] = start;
        ends[count & ends.length - 1] = start + slots;
        counts[inRing(start)] = count;
        int bytes = form.slots().bytes();
        for (int i = 0; i < slots; i++) {
            form.mark().set(request, (long) i * bytes, !isFirstLap(start));
            MemorySegment.copy(
                    request,
                    (long) i * bytes,
                    form.slots().segment(start + i),
                    form.slots().offset(start + i),
                    bytes);
        }
    }

    private boolean isFirstLap(int slot) {
        return (slot & form.slots().count()) == 0;
    }

    private void mark(int slot) {
        form.mark().set(form.slots().segment(slot), form.slots().offset(slot), isFirstLap(slot));
    }

    @Override
    public void publish(int end) {
        if (form.block() == 1) {
            written(end - 1, 1);
        }
        int next = handed;
        for (; next != end; next = next + 1 & COUNT_MASK) {
            for (int slot = end(next - 1); slot < start(next); slot++) {
                fill(slot);
            }
            for (int slot = end(next) - 1; slot >= start(next); slot--) {
                mark(slot);
            }
        }
        handed = next;
        doorbell.run();
    }

    private void fill(int slot) {
        MemorySegment memory = form.slots().segment(slot);
        long base = form.slots().offset(slot);
        form.mark().set(memory, base, !isFirstLap(slot));
        form.filler().fill(memory, base);
        mark(slot);
    }

    @Override
    public int oldest() {
        int first = tail;
        return first == handed ? NONE : name(first);
    }

    @Override
    public void completed(int name) {
        tail = counts[inRing(name >> form.logName())] + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        ends[ends.length - 1] = end(handed - 1);
        handed = 0;
        tail = 0;
    }

    @Override
    public void free() {
        free.run();
    }
}
