package dev.fenestra.hw.sim.roce.wire;

/** The flow label of a path. Routers that balance load by ports must see the flow as well. */
public final class FlowLabel {
    private static final int LOW_BITS = 14;
    private static final int LOW = 0x03fff;
    private static final int HIGH = 0xfc000;
    private static final int FIRST_PORT = 0xc000;

    private FlowLabel() {}

    /**
     * {@return the UDP source port of a flow, 0xc000 to 0xffff} The upper 6 bits of the label are folded into its lower
     * 14 (rdma/ib_verbs.h {@code rdma_flow_label_to_udp_sport}).
     *
     * @param label 20 bits
     */
    public static int udpSourcePort(int label) {
        return (label & LOW ^ (label & HIGH) >>> LOW_BITS) | FIRST_PORT;
    }
}
