package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.WaitPoint;

/**
 * The clock of a fabric, and the behaviour of a thread that waits for it. There are two: time that callers move, and
 * time that moves by itself.
 */
public interface Pacer {
    /** {@return the clock, nanoseconds} */
    long now();

    /**
     * Runs what is due. If another thread drives, it returns at once.
     *
     * @return whether there was work
     */
    boolean progress();

    /**
     * Runs what is due; when nothing is, waits for the next deadline, not past the limit.
     *
     * @param limitNanos time on this clock, nanoseconds
     */
    void progressUntil(long limitNanos);

    /** {@return whether something can still happen by itself, or by another thread} On a real clock it always can. */
    default boolean canMove() {
        return true;
    }

    /** Wakes a sleeping thread, because a doorbell was rung. Callable from any thread. */
    void wake();

    /** Notes that a queue without a doorbell had new requests. */
    void foundRequests();

    /**
     * Does something during which {@link #wake} on this thread wakes nobody.
     *
     * @param work what is done
     * @param <T> type of the result
     * @param <X> what it throws
     * @return its result
     * @throws X when the work does
     */
    <T, X extends Throwable> T withoutWaking(ScopedValue.CallableOp<T, X> work) throws X;

    /** Runs what is due, as soon as no other thread drives. On a virtual clock, time does not move. */
    void drain();

    /**
     * Makes threads sleep at a point from now on.
     *
     * @param point where a thread is woken
     */
    void at(WaitPoint point);
}
