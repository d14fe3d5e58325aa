package dev.fenestra.hw.sim.prm;

/** Which shared receive queue of the peer a request of an XRC QP is for; right behind the control segment. */
public final class XrcSegment {
    public static final int BYTES = 16;
    private static final Layout.Builder L = Layout.of("xrc", BYTES);

    public static final Field SRQN = L.u32("srqn", 0x00);

    public static final Layout LAYOUT = L.build();

    private XrcSegment() {}
}
