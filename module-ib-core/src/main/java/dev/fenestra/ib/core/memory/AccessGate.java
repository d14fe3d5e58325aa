package dev.fenestra.ib.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps the accesses of a process apart from changes that take pages away from it, as a TLB shootdown does. A store
 * holds the gate, and a change waits for the stores that have begun. A load holds nothing: it asks afterwards whether a
 * change came in between, and is then done again.
 *
 * <p>The holders are counted in stripes, so that threads which store at the same time do not share a cache line. A
 * thread that holds the gate must not wait for a lock.
 */
final class AccessGate {
    private static final int STRIPES = 16;
    private static final int STRIPE_LONGS = 16;
    private static final int SPINS = 1000;
    private static final VarHandle HELD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] held = new long[STRIPES * STRIPE_LONGS];
    /** Changes that have begun, and those that have ended. It is odd while a change is made. */
    private volatile long sequence;

    /** What {@link #isUndisturbed} is to be asked with after a load. */
    long begin() {
        return sequence;
    }

    /** Whether no change was made since. */
    boolean isUndisturbed(long begun) {
        VarHandle.acquireFence();
        return (begun & 1) == 0 && sequence == begun;
    }

    /** Holds the gate, unless a change is made now. */
    boolean tryHold() {
        HELD.getAndAdd(held, stripe(), 1L);
        if ((sequence & 1) == 0) {
            return true;
        }
        release();
        return false;
    }

    void release() {
        HELD.getAndAdd(held, stripe(), -1L);
    }

    /** Makes a change while nobody holds the gate. There is one change at a time. */
    void change(Runnable change) {
        sequence++;
        try {
            awaitHolders();
            change.run();
        } finally {
            sequence++;
        }
    }

    private void awaitHolders() {
        for (int stripe = 0; stripe < held.length; stripe += STRIPE_LONGS) {
            for (int spins = 0; (long) HELD.getVolatile(held, stripe) != 0; spins++) {
                if (spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }

    private static int stripe() {
        return (int) Thread.currentThread().threadId() % STRIPES * STRIPE_LONGS;
    }
}
