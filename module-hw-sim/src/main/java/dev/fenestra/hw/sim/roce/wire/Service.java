package dev.fenestra.hw.sim.roce.wire;

/** The transport service of a packet: the top three bits of its opcode. */
public final class Service {
    /** Reliable connection. */
    public static final int RC = 0x00;
    /** Unreliable connection. */
    public static final int UC = 0x20;
    /** Unreliable datagram. */
    public static final int UD = 0x60;
    /** Extended reliable connection. */
    public static final int XRC = 0xa0;

    /** Reliable datagram of a manufacturer: the specification leaves this service to them. */
    public static final int SRD = 0xc0;

    private static final int MASK = 0xe0;

    private Service() {}

    /**
     * {@return the service of an opcode}
     *
     * @param opcode 8 bits
     */
    public static int of(int opcode) {
        return opcode & MASK;
    }
}
