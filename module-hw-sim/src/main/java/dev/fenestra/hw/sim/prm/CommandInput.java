package dev.fenestra.hw.sim.prm;

/** The first 16 bytes of every command's input. */
public final class CommandInput {
    public static final int BYTES = 16;
    private static final Layout.Builder L = Layout.of("cmd_in", BYTES);

    public static final Field OPCODE = L.bits("opcode", 0x00, 31, 16);
    public static final Field UID = L.bits("uid", 0x00, 15, 0);
    public static final Field OP_MOD = L.bits("op_mod", 0x04, 15, 0);
    /** Number of the object the command is about, where it is about one. */
    public static final Field OBJECT = L.bits("object", 0x08, 23, 0);

    public static final Layout LAYOUT = L.build();

    private CommandInput() {}
}
