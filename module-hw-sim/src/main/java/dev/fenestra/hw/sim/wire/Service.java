package dev.fenestra.hw.sim.wire;

/** The transport service of a packet: the top three bits of its opcode. */
public final class Service {
    public static final int RC = 0x00;
    public static final int UC = 0x20;
    public static final int UD = 0x60;
    public static final int XRC = 0xa0;

    private static final int MASK = 0xe0;

    private Service() {}

    public static int of(int opcode) {
        return opcode & MASK;
    }
}
