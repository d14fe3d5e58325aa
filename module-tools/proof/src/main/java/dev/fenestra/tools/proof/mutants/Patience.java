package dev.fenestra.tools.proof.mutants;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a program waits for what other threads bring, and does nothing for it itself. */
final class Patience {
    private static final long PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 100_000_000;
    /** A wait ends late by one part of so many, at most. */
    private static final int PARTS = 8;

    private Patience() {}

    /** Looks less and less often: a program that waits in vain waits until its process ends, and must cost nothing. */
    static void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long waited = System.nanoTime() - start;
            LockSupport.parkNanos(Math.clamp(waited / PARTS, PAUSE_NANOS, LONGEST_PAUSE_NANOS));
        }
    }

    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
