package dev.fenestra.hw.sim.mlx5.prm;

/** The first 16 bytes of every command's output. */
public final class CommandOutput {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("cmd_out", BYTES);

    /** A {@link CommandStatus}. */
    public static final Field STATUS = L.bits("status", 0x00, 31, 24);
    /** Number of a {@link CommandSyndrome}; 0 for success. */
    public static final Field SYNDROME = L.u32("syndrome", 0x04);
    /** Number of the object created: an mkey's index, a PD, a QPN, ... */
    public static final Field OBJECT = L.bits("object", 0x08, 23, 0);
    /** Ours, CREATE_MKEY only: the tag that the device chose. */
    public static final Field TAG = L.bits("tag", 0x08, 31, 24);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private CommandOutput() {}
}
