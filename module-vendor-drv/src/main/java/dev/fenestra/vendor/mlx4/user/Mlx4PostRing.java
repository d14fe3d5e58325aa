package dev.fenestra.vendor.mlx4.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.user.PostRing;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A ring of requests. Sends are handed over by the lap in their first word, receives by a count in a record. */
final class Mlx4PostRing implements PostRing {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int COUNT_MASK = 0xffff;
    private static final int OWNER = 1 << 31;

    private final PinnedRing memory;
    private final int start;
    private final int slots;
    private final int logBytes;
    private final int room;
    private final @Nullable PinnedRing record;
    private final MappedPage registers;
    private final int qpn;
    private final Runnable free;
    private int handed;
    private volatile int tail;

    /**
     * @param start where in the memory the ring begins
     * @param room requests that may be posted at once
     * @param record of receives; null for sends
     * @param free gives the memory back
     */
    Mlx4PostRing(
            PinnedRing memory,
            int start,
            int slots,
            int logBytes,
            int room,
            @Nullable PinnedRing record,
            MappedPage registers,
            int qpn,
            Runnable free) {
        this.memory = memory;
        this.start = start;
        this.slots = slots;
        this.logBytes = logBytes;
        this.room = room;
        this.record = record;
        this.registers = registers;
        this.qpn = qpn;
        this.free = free;
        reset();
    }

    private int place(int count) {
        return start + ((count & slots - 1) << logBytes);
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
        return memory.segment(place(count));
    }

    @Override
    public long offset(int count) {
        return memory.offset(place(count));
    }

    @Override
    public int bytes() {
        return 1 << logBytes;
    }

    /** The lap is that before the one in which the request will be the card's. */
    @Override
    public void clear(int count, int length) {
        WORD.setRelease(segment(count), offset(count), (count & slots) == 0 ? OWNER : 0);
        segment(count)
                .asSlice(offset(count) + Integer.BYTES, length - Integer.BYTES)
                .fill((byte) 0);
    }

    @Override
    public void publish(int end) {
        PinnedRing counted = record;
        if (counted != null) {
            WORD.setRelease(counted.segment(0), counted.offset(0), end & COUNT_MASK);
            return;
        }
        for (; handed != end; handed = handed + 1 & COUNT_MASK) {
            int head = (int) WORD.get(segment(handed), offset(handed)) & ~OWNER;
            WORD.setRelease(segment(handed), offset(handed), (handed & slots) == 0 ? head : head | OWNER);
        }
        registers.write64(Mlx4Udata.SEND_DOORBELL, (long) qpn << Byte.SIZE);
    }

    @Override
    public void completed(int count) {
        tail = count + 1 & COUNT_MASK;
    }

    /** No send is handed over, whatever the ring held before. */
    @Override
    public void reset() {
        handed = 0;
        tail = 0;
        PinnedRing counted = record;
        if (counted != null) {
            WORD.setRelease(counted.segment(0), counted.offset(0), 0);
            return;
        }
        for (int i = 0; i < slots; i++) {
            WORD.setRelease(segment(i), offset(i), OWNER);
        }
    }

    @Override
    public void free() {
        free.run();
    }
}
