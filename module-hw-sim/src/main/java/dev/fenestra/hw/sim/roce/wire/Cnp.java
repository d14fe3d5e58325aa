package dev.fenestra.hw.sim.roce.wire;

/**
 * Congestion notification packet: tells the sender of a QP's packets that one of them met a congested switch. No
 * service has it, so it is no row of {@link WireOpcode}. It has no PSN of its own and gets no answer. Source: IBTA
 * volume 1, annex A17.9.3.
 */
public final class Cnp {
    /** Its BTH opcode. */
    public static final int OPCODE = 0x81;
    /** Reserved bytes behind the BTH, sent as 0. */
    public static final int RESERVED_BYTES = 16;

    private Cnp() {}

    /**
     * {@return whether a packet is one}
     *
     * @param opcode the low 8 bits count
     */
    public static boolean is(int opcode) {
        return (opcode & 0xff) == OPCODE;
    }
}
