package dev.fenestra.vendor.efa.user;

import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.efa.EfaFormats;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.efa.abi.EfaUdata;
import java.lang.foreign.MemorySegment;

/** The receive ring: a slot for each piece. A receive is written beside the ring, then put into its slots. */
final class EfaReceiveRing implements PostRing {
    private static final int COUNT_MASK = 0xffff;
    private static final int PIECE = 1 << EfaUdata.LOG_RECEIVE;

    private final RingSlots slots;
    private final int room;
    private final PostRecord register;
    private final MemorySegment next = MemorySegment.ofArray(new long[EfaUdata.MAX_SGE * PIECE / Long.BYTES]);
    private int handed;
    private int used;
    private volatile int tail;

    /**
     * @param room receives, each with as many pieces as it may have
     */
    EfaReceiveRing(RingSlots slots, int room, PostRecord register) {
        this.slots = slots;
        this.room = room;
        this.register = register;
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public boolean isFull(int count) {
        return (count - tail & COUNT_MASK) >= room;
    }

    @Override
    public MemorySegment segment(int count) {
        return next;
    }

    @Override
    public long offset(int count) {
        return 0;
    }

    @Override
    public int bytes() {
        return (int) next.byteSize();
    }

    /** A receive without pieces is one without length. */
    @Override
    public void publish(int end) {
        int pieces = 1;
        while (pieces < EfaUdata.MAX_SGE && !EfaFormats.RECEIVES.isEnd(next, (long) pieces * PIECE)) {
            pieces++;
        }
        EfaFormats.RECEIVE_NAME.set(next, 0, handed);
        EfaFormats.RECEIVE_FIRST.set(next, 0, 1);
        EfaFormats.RECEIVE_LAST.set(next, (long) (pieces - 1) * PIECE, 1);
        for (int i = 0; i < pieces; i++, used = used + 1 & COUNT_MASK) {
            MemorySegment.copy(next, (long) i * PIECE, slots.segment(used), slots.offset(used), PIECE);
        }
        next.fill((byte) 0);
        handed = end;
        register.posted(used);
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    @Override
    public void reset() {
        handed = 0;
        used = 0;
        tail = 0;
    }
}
