package dev.fenestra.hw.sim.mlx5.prm;

/** What software writes to {@link UarPage#EQ_ARM} when it has read an event queue. */
public final class EqDoorbell {
    /** Size, bytes. */
    public static final int BYTES = 4;

    private static final Layout.Builder L = Layout.of("eq_doorbell", BYTES);

    /** The event queue. */
    public static final Field EQN = L.bits("eqn", 0x00, 31, 24);
    /** Entries consumed, modulo 2^24. */
    public static final Field CONSUMER = L.bits("eq_ci", 0x00, 23, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private EqDoorbell() {}
}
