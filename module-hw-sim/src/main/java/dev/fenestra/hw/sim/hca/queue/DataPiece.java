package dev.fenestra.hw.sim.hca.queue;

/** A piece of a request's data: memory by key, or bytes that lie in the request itself. Filled anew for each piece. */
public final class DataPiece {
    /** L_Key of the memory. */
    public int lkey;
    /** Address of the first byte. */
    public long address;
    /** Bytes, not negative. */
    public long length;
    /**
     * The bytes lie in the request; key and address mean nothing. Any piece of a request whose data go to the peer may
     * be inline. The engine refuses inline data of a receive, of a READ and of an atomic.
     */
    public boolean isInline;
    /** Numbers of pieces that it takes, 1 and up: the next piece of its request begins behind them. */
    public int units = 1;

    /** Makes an empty piece. */
    public DataPiece() {}
}
