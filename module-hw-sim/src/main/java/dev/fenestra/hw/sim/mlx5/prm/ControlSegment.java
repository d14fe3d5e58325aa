package dev.fenestra.hw.sim.mlx5.prm;

/** The first 16 bytes of every send WQE. */
public final class ControlSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("ctrl", BYTES);

    /** Variant of the opcode; 0. */
    public static final Field OPMOD = L.bits("opmod", 0x00, 31, 24);
    /** Basic blocks posted before this WQE, modulo 65536. */
    public static final Field WQE_INDEX = L.bits("wqe_index", 0x00, 23, 8);

    /** A {@link WqeOpcode}. */
    public static final Field OPCODE = L.bits("opcode", 0x00, 7, 0);
    /** The QP whose queue the WQE lies in. */
    public static final Field QPN = L.bits("qpn", 0x04, 31, 8);
    /** Size of the WQE in units of 16 bytes. */
    public static final Field DS = L.bits("ds", 0x04, 5, 0);

    /** Checksum of the WQE; this device does not check it. */
    public static final Field SIGNATURE = L.bits("signature", 0x08, 31, 24);
    /** 4 = fence, 1 = initiator small fence, 0 = none. */
    public static final Field FENCE = L.bits("fm", 0x08, 7, 5);
    /** 2 = make a CQE, 0 = only on error. */
    public static final Field COMPLETION = L.bits("ce", 0x08, 3, 2);

    /** Asks the receiver for a solicited event. */
    public static final Field SOLICITED = L.bits("se", 0x08, 1, 1);
    /** Immediate data, the key to invalidate, or the old R_Key of a window. */
    public static final Field IMMEDIATE = L.u32("imm", 0x0c);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    /** {@link #FENCE}: wait for all earlier READs and atomics. */
    public static final int FENCE_FULL = 4;
    /** {@link #FENCE}: wait for earlier changes of mkeys by this QP. */
    public static final int FENCE_SMALL = 1;
    /** {@link #COMPLETION}: write a CQE on success, too. */
    public static final int COMPLETION_ALWAYS = 2;

    private ControlSegment() {}
}
