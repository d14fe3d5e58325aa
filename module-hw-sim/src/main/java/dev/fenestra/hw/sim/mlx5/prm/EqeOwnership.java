package dev.fenestra.hw.sim.mlx5.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Hands EQEs from the device to software. The device writes the last word last, and software reads it first. Entry
 * {@code n} (a free-running count) belongs to software when its owner bit equals the lap, {@code (n / entries) & 1}.
 */
public final class EqeOwnership {
    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private EqeOwnership() {}

    /**
     * {@return whether software owns an entry} If so, its other bytes are visible too.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param index free-running count of the entry
     * @param logEntries log2 of the entries of the ring
     */
    public static boolean isSoftwares(MemorySegment memory, long base, int index, int logEntries) {
        int lastWord = (int) LAST_WORD.getAcquire(memory, base + Eqe.OWNER.offset());
        return Eqe.OWNER.extract(lastWord) == (index >>> logEntries & 1);
    }

    /**
     * Gives an entry to software, after all other bytes of it.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param index free-running count of the entry
     * @param logEntries log2 of the entries of the ring
     */
    public static void publish(MemorySegment memory, long base, int index, int logEntries) {
        LAST_WORD.setRelease(memory, base + Eqe.OWNER.offset(), Eqe.OWNER.insert(index >>> logEntries));
    }
}
