package dev.fenestra.hw.sim.fabric;

import dev.fenestra.hw.sim.device.DmaBus;
import java.lang.foreign.MemorySegment;

/**
 * RC WRITEs of one packet each, from one QP to another, that travel as one: the fields of the first BTH, and for each
 * packet those of its RETH and a reference to its payload. The PSNs follow that of the first, and each packet asks for
 * an ACK. References are valid only during {@link Fabric#transmit}.
 */
public final class WriteBurst {
    public long sourceGidHigh;
    public long sourceGidLow;
    public int destinationQpn;
    public int firstPsn;
    /** How many packets there are. */
    public int count;

    public final int[] rkeys;
    public final long[] addresses;
    /** Bytes of payload, each at least 1. */
    public final int[] lengths;
    /** Where each payload lies on the sender's bus; none crosses a page. */
    public final long[] payloads;

    private final DmaBus source;

    /**
     * @param source the memory that payload references point into
     * @param rkeys of each packet; the arrays are the caller's, and have room for as many packets
     */
    public WriteBurst(DmaBus source, int[] rkeys, long[] addresses, int[] lengths) {
        this.source = source;
        this.rkeys = rkeys;
        this.addresses = addresses;
        this.lengths = lengths;
        payloads = new long[rkeys.length];
    }

    /** The segment behind an address of the sender's bus. */
    public MemorySegment segment(long busAddress) {
        return source.segment(busAddress);
    }

    /** Where in its segment an address of the sender's bus lies. */
    public long offset(long busAddress) {
        return source.offset(busAddress);
    }
}
