package dev.fenestra.hw.sim.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Hands CQEs from the device to software: the last word is written last and read first. Entry {@code n} (a free-running
 * count) is software's when its opcode is valid and its owner bit equals the lap, {@code (n / entries) & 1}.
 */
public final class CqeOwnership {
    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private CqeOwnership() {}

    /** The last word of an entry; when it shows that software owns the entry, its other bytes are visible too. */
    public static int observe(MemorySegment memory, long base) {
        return (int) LAST_WORD.getAcquire(memory, base + Cqe.OWNER.offset());
    }

    /** Gives the entry to software; its other bytes have been written. */
    public static void publish(MemorySegment memory, long base, int lastWord) {
        LAST_WORD.setRelease(memory, base + Cqe.OWNER.offset(), lastWord);
    }

    /** Whether software owns an entry with this last word. */
    public static boolean isSoftwares(int lastWord, int consumerIndex, int logEntries) {
        return Cqe.OPCODE.extract(lastWord) != Cqe.INVALID
                && Cqe.OWNER.extract(lastWord) == (consumerIndex >>> logEntries & 1);
    }
}
