package dev.fenestra.hw.sim.fabric.link;

/** An ACK of an RC QP that carries nothing else: it acknowledges all requests up to a PSN. */
public final class PlainAck extends LanePath {
    /** PSN that it acknowledges. */
    public int psn;

    /** Makes an ACK for nobody yet. */
    public PlainAck() {}
}
