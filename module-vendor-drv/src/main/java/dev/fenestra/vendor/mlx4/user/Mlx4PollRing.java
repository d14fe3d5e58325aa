package dev.fenestra.vendor.mlx4.user;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.mlx4.Mlx4Formats;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.user.PollRing;
import dev.fenestra.vendor.mlx4.abi.Mlx4Udata;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A completion ring: the last word of an entry has the lap. A record has the count of those taken, and the arm. */
final class Mlx4PollRing implements PollRing {
    private static final VarHandle WORD =
            JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).varHandle();
    private static final int ENTRY = Mlx4Formats.COMPLETIONS.structure().bytes();
    private static final int OWNER = 0x80;
    private static final int COUNT_MASK = 0xffffff;
    private static final int SEQUENCE_SHIFT = 28;
    private static final int SEQUENCES = 3;

    private final PinnedRing memory;
    private final int entries;
    private final PinnedRing record;
    private final MappedPage registers;
    private final int number;
    private final Runnable free;
    private Runnable freeRecord;
    private int next;
    private int sequence = 1;

    Mlx4PollRing(
            PinnedRing memory,
            int entries,
            PinnedRing record,
            MappedPage registers,
            int number,
            Runnable free,
            Runnable freeRecord) {
        this.memory = memory;
        this.entries = entries;
        this.record = record;
        this.registers = registers;
        this.number = number;
        this.free = free;
        this.freeRecord = freeRecord;
    }

    private int place(int ahead) {
        return (next + ahead & entries - 1) * ENTRY;
    }

    /**
     * Copies what was not taken to another ring, each entry to the next index (cq.c {@code mlx4_cq_resize_copy_cqes}).
     * The record goes with it.
     */
    Mlx4PollRing moved(PinnedRing to, int count, Runnable freeTo) {
        Mlx4PollRing other = new Mlx4PollRing(to, count, record, registers, number, freeTo, freeRecord);
        other.sequence = sequence;
        other.next = next + 1;
        int ahead = 0;
        while (Mlx4Formats.CQE_OPCODE.getInt(segment(ahead), offset(ahead)) != Mlx4Formats.RESIZED) {
            MemorySegment.copy(segment(ahead), offset(ahead), other.segment(ahead), other.offset(ahead), ENTRY);
            boolean isOddLap = (other.next + ahead & count) != 0;
            Mlx4Formats.CQE_OWNER.set(other.segment(ahead), other.offset(ahead), isOddLap);
            ahead++;
        }
        other.publish();
        freeRecord = () -> {};
        return other;
    }

    private void record(int word, int value) {
        WORD.setRelease(record.segment(0), record.offset(0) + (long) word * Integer.BYTES, value);
    }

    @Override
    public int capacity() {
        return entries - 1;
    }

    @Override
    public boolean isNew(int ahead) {
        int last = (int) WORD.getAcquire(segment(ahead), offset(ahead) + ENTRY - Integer.BYTES);
        return (last & OWNER) != 0 == ((next + ahead & entries) != 0);
    }

    @Override
    public MemorySegment segment(int ahead) {
        return memory.segment(place(ahead));
    }

    @Override
    public long offset(int ahead) {
        return memory.offset(place(ahead));
    }

    @Override
    public void take() {
        next++;
    }

    @Override
    public void publish() {
        record(0, next & COUNT_MASK);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        int asks = solicitedOnly ? Mlx4Udata.ARM_SOLICITED : Mlx4Udata.ARM_ANY;
        int head = (sequence++ & SEQUENCES) << SEQUENCE_SHIFT | asks;
        record(1, head | next & COUNT_MASK);
        registers.write64(Mlx4Udata.ARM, (long) (head | number) << Integer.SIZE | next & COUNT_MASK);
    }

    @Override
    public void free() {
        free.run();
        freeRecord.run();
    }
}
