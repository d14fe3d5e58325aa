package dev.fenestra.hw.sim.prm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Hands EQEs from the device to software: the last word is written last and read first. Entry {@code n} (a free-running
 * count) is software's when its owner bit equals the lap, {@code (n / entries) & 1}.
 */
public final class EqeOwnership {
    private static final VarHandle LAST_WORD =
            ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN).varHandle();

    private EqeOwnership() {}

    /** Whether software owns entry {@code index}; then its other bytes are visible too. */
    public static boolean isSoftwares(MemorySegment memory, long base, int index, int logEntries) {
        int lastWord = (int) LAST_WORD.getAcquire(memory, base + Eqe.OWNER.offset());
        return Eqe.OWNER.extract(lastWord) == (index >>> logEntries & 1);
    }

    /** Gives entry {@code index} to software; its other bytes have been written. */
    public static void publish(MemorySegment memory, long base, int index, int logEntries) {
        LAST_WORD.setRelease(memory, base + Eqe.OWNER.offset(), Eqe.OWNER.insert(index >>> logEntries));
    }
}
