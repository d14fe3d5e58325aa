package dev.fenestra.hw.sim.hca.fast.burst;

/**
 * Packets of an RC QP that travel as one, without headers. Each kind has one object at its sender, which is filled anew
 * for each burst. It is valid only while the fabric carries it.
 */
public sealed interface Burst permits MessageBurst, AtomicBurst, AtomicAnswers, PlainAck {
    /** Packets of a burst, at most. */
    int MOST = 16;

    /** {@return from which QP to which} */
    BurstPath path();
}
