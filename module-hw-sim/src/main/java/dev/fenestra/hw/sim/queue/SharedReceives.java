package dev.fenestra.hw.sim.queue;

/** The receive requests of a shared receive queue, in a format that is the vendor's affair. */
public interface SharedReceives extends ReceiveSource {
    /** No receive is posted. */
    int EMPTY = -1;

    /** Takes the next receive request: its index, by which {@link #receivePiece} names it, or {@link #EMPTY}. */
    int take();

    /** Receive requests that are posted and not taken. */
    int posted();
}
