package dev.fenestra.hw.sim.fabric.link;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import java.lang.foreign.MemorySegment;

/**
 * RC SENDs and WRITEs of one packet each, from one QP to another, that travel as one: the fields of the first BTH, and
 * for each packet a reference to its payload, and those of its RETH if it has one. The PSNs follow that of the first,
 * and each packet asks for an ACK. References are valid only during {@link Fabric#transmit}.
 */
public final class MessageBurst extends LanePath {
    /** PSN of the first packet. */
    public int firstPsn;
    /** Number of packets. */
    public int count;

    /** Bit {@code i}: the packet {@code i} is a SEND, not a WRITE. */
    public long sends;
    /** R_Key of each WRITE. */
    public final int[] rkeys;
    /** Remote address of each WRITE. */
    public final long[] addresses;
    /** Bytes of payload, each at least 1. */
    public final int[] lengths;
    /** Bus address of each payload on the sender's bus; no payload crosses a page. */
    public final long[] payloads;

    private final DmaBus source;

    /**
     * Makes an empty burst over the caller's arrays.
     *
     * @param source the memory that payload references point into
     * @param rkeys R_Key of each WRITE
     * @param addresses remote address of each WRITE
     * @param lengths bytes of payload of each packet
     */
    public MessageBurst(DmaBus source, int[] rkeys, long[] addresses, int[] lengths) {
        this.source = source;
        this.rkeys = rkeys;
        this.addresses = addresses;
        this.lengths = lengths;
        payloads = new long[rkeys.length];
    }

    /**
     * {@return the segment of an address of the sender's bus}
     *
     * @param busAddress address of a payload
     */
    public MemorySegment segment(long busAddress) {
        return source.segment(busAddress);
    }

    /**
     * {@return the offset of an address of the sender's bus in its segment}
     *
     * @param busAddress address of a payload
     */
    public long offset(long busAddress) {
        return source.offset(busAddress);
    }
}
