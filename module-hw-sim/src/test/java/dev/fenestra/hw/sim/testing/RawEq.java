package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.prm.EqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** An event queue, read as software reads it. */
public final class RawEq {
    private final RawMemory memory;
    private final DoorbellPage doorbell;
    private final long page;
    private final int logEntries;
    private final int number;
    private int consumed;

    RawEq(RawMemory memory, DoorbellPage doorbell, long page, int logEntries, int number) {
        this.memory = memory;
        this.doorbell = doorbell;
        this.page = page;
        this.logEntries = logEntries;
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** One field of all entries there are, which are taken with it. */
    public List<Integer> take(Field field) {
        List<Integer> values = new ArrayList<>();
        while (hasNext()) {
            values.add(field.get(memory.segment(page), offset()));
            consumed++;
        }
        return values;
    }

    /** The oldest entry that was not taken. */
    public MemorySegment peek() {
        return memory.segment(page).asSlice(offset(), Eqe.BYTES);
    }

    public boolean hasNext() {
        return EqeOwnership.isSoftwares(memory.segment(page), offset(), consumed, logEntries);
    }

    /** Says what was read and asks for the next interrupt. */
    public void arm() {
        doorbell.write32(UarPage.EQ_ARM, value());
    }

    /** Says what was read. */
    public void update() {
        doorbell.write32(UarPage.EQ_UPDATE, value());
    }

    private int value() {
        return EqDoorbell.EQN.insert(number) | EqDoorbell.CONSUMER.insert(consumed);
    }

    private long offset() {
        return memory.offset(page) + (long) (consumed & (1 << logEntries) - 1) * Eqe.BYTES;
    }
}
