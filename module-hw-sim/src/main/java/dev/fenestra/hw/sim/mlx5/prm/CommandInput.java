package dev.fenestra.hw.sim.mlx5.prm;

/** The first 16 bytes of every command's input. */
public final class CommandInput {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("cmd_in", BYTES);

    /** A {@link CommandOpcode}. */
    public static final Field OPCODE = L.bits("opcode", 0x00, 31, 16);
    /** Number of the user context on whose behalf the command is sent; 0 for the kernel. */
    public static final Field UID = L.bits("uid", 0x00, 15, 0);
    /** Variant of the command; 0 unless the command says otherwise. */
    public static final Field OP_MOD = L.bits("op_mod", 0x04, 15, 0);
    /** Number of the object that the command is about, if it is about one. */
    public static final Field OBJECT = L.bits("object", 0x08, 23, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private CommandInput() {}
}
