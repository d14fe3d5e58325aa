package dev.fenestra.hw.sim.mlx5.prm;

/** The peer's shared receive queue that a request of an XRC QP is for. It follows the control segment. */
public final class XrcSegment {
    /** Size, bytes. */
    public static final int BYTES = 16;

    private static final Layout.Builder L = Layout.of("xrc", BYTES);

    /** Number of the SRQ. */
    public static final Field SRQN = L.u32("srqn", 0x00);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private XrcSegment() {}
}
