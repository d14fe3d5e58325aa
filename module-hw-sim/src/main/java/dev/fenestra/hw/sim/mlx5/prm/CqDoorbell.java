package dev.fenestra.hw.sim.mlx5.prm;

/**
 * The arm of a CQ: asks for one completion event. Its first word goes to the doorbell record, which is the truth. Both
 * words go to the register at {@link UarPage#CQ_DOORBELL}, which only wakes the device.
 */
public final class CqDoorbell {
    /** Size, bytes. */
    public static final int BYTES = 8;

    private static final Layout.Builder L = Layout.of("cq_doorbell", BYTES);

    /** Completion events that software has taken, modulo 4. It distinguishes a new arm from one that was served. */
    public static final Field EVENTS_TAKEN = L.bits("cmd_sn", 0x00, 29, 28);

    /** The event is for a solicited entry or an error only. */
    public static final Field SOLICITED_ONLY = L.bit("cmd", 0x00, 24);

    /** Entries that software had consumed, modulo 2^24. */
    public static final Field CONSUMER = L.bits("cq_ci", 0x00, 23, 0);

    /** The CQ. */
    public static final Field CQN = L.bits("cqn", 0x04, 23, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** The arm word of a CQ that was never armed. No arm has this value, while the record of a new CQ is 0. */
    public static final int NOT_ARMED = 0x0f000000;

    private static final int UNUSED = ~(EVENTS_TAKEN.insert(-1) | SOLICITED_ONLY.insert(-1) | CONSUMER.insert(-1));

    private CqDoorbell() {}

    /**
     * {@return whether a word of a doorbell record is an arm}
     *
     * @param word the first word of a doorbell
     */
    public static boolean isArm(int word) {
        return (word & UNUSED) == 0;
    }
}
