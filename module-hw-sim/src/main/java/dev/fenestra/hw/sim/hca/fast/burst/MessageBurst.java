package dev.fenestra.hw.sim.hca.fast.burst;

import dev.fenestra.hw.sim.hca.host.DmaBus;

/**
 * RC SENDs and WRITEs of one packet each, from one QP to another: read from the send queue as their requests say, and
 * sent as one. It has the fields of the first BTH, and for each packet a reference to its payload, and the fields of
 * its RETH if it has one. The PSNs follow that of the first, and each packet asks for an ACK.
 */
public final class MessageBurst implements Burst {
    private final BurstPath path = new BurstPath();
    /** PSN of the first packet. */
    public int firstPsn;
    /** Number of packets. */
    public int count;

    /** Bit {@code i}: the packet {@code i} is a SEND, not a WRITE. */
    public long sends;
    /** Of the sender only. Bit {@code i}: the request {@code i} makes a completion also on success. */
    public long signaled;

    /** R_Key of each WRITE; those of SENDs mean nothing. */
    public final int[] rkeys;
    /** Remote address of each WRITE; those of SENDs mean nothing. */
    public final long[] remoteAddresses;
    /** Of the sender only: L_Key of each payload. */
    public final int[] lkeys;
    /** Of the sender only: address of each payload. */
    public final long[] localAddresses;
    /** Bytes of payload, each at least 1. */
    public final int[] lengths;
    /** Bus address of each payload on the sender's bus; no payload crosses a page. */
    public final long[] payloads;

    /** The sender's bus, which {@link #payloads} point into. */
    public final DmaBus source;

    /**
     * Makes an empty burst.
     *
     * @param source the sender's bus
     * @param most packets that it has room for, up to 64
     */
    public MessageBurst(DmaBus source, int most) {
        this.source = source;
        rkeys = new int[most];
        remoteAddresses = new long[most];
        lkeys = new int[most];
        localAddresses = new long[most];
        lengths = new int[most];
        payloads = new long[most];
    }

    @Override
    public BurstPath path() {
        return path;
    }
}
