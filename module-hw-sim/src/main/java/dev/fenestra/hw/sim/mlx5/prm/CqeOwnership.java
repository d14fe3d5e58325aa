package dev.fenestra.hw.sim.mlx5.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Hands CQEs from the device to software. The device writes the last word last, and software reads it first. Entry
 * {@code n} (a free-running count) belongs to software when its opcode is valid and its owner bit equals the lap,
 * {@code (n / entries) & 1}.
 */
public final class CqeOwnership {
    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private CqeOwnership() {}

    /**
     * {@return the last word of an entry} If it shows that software owns the entry, the other bytes are visible too.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     */
    public static int observe(MemorySegment memory, long base) {
        return (int) LAST_WORD.getAcquire(memory, base + Cqe.OWNER.offset());
    }

    /**
     * Gives the entry to software, after all other bytes of it.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param lastWord the last word of the entry
     */
    public static void publish(MemorySegment memory, long base, int lastWord) {
        LAST_WORD.setRelease(memory, base + Cqe.OWNER.offset(), lastWord);
    }

    /**
     * {@return whether software owns an entry with this last word}
     *
     * @param lastWord the last word of the entry
     * @param consumerIndex free-running count of the entry
     * @param logEntries log2 of the entries of the ring
     */
    public static boolean isSoftwares(int lastWord, int consumerIndex, int logEntries) {
        return Cqe.OPCODE.extract(lastWord) != Cqe.INVALID
                && Cqe.OWNER.extract(lastWord) == (consumerIndex >>> logEntries & 1);
    }
}
