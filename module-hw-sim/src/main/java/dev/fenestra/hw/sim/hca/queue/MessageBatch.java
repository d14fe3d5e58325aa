package dev.fenestra.hw.sim.hca.queue;

/**
 * RDMA WRITEs and SENDs of one piece each, as their requests say, in the order of the queue. One object is filled anew
 * for each batch.
 */
public final class MessageBatch {
    /** R_Keys of the peer's memory; those of SENDs mean nothing. */
    public final int[] rkeys;

    /** Addresses of the peer's memory; those of SENDs mean nothing. */
    public final long[] remoteAddresses;
    /** L_Keys of the data. */
    public final int[] lkeys;

    /** Addresses of the data. */
    public final long[] addresses;
    /** Bytes of the data. */
    public final int[] lengths;

    /** Bit {@code i}: the request {@code i} is a SEND, not a WRITE. */
    public long sends;
    /** Bit {@code i}: the request {@code i} makes a completion also on success. */
    public long signaled;

    /**
     * Makes an empty batch.
     *
     * @param most requests that it has room for, up to 64
     */
    public MessageBatch(int most) {
        rkeys = new int[most];
        remoteAddresses = new long[most];
        lkeys = new int[most];
        addresses = new long[most];
        lengths = new int[most];
    }
}
