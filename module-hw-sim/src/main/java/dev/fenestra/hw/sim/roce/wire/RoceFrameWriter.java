package dev.fenestra.hw.sim.roce.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Writes whole frames into a byte array: Ethernet, IP, UDP, transport headers, payload, padding, ICRC. The order of
 * calls is {@link #begin}, {@code payload} for each piece, {@link #end}. One instance serves one thread, frame after
 * frame, without allocation.
 */
public final class RoceFrameWriter {
    /** The longest frame: IPv6, the longest headers and 4096 bytes of payload. */
    public static final int MAX_FRAME_BYTES =
            EthernetHeader.BYTES + Ipv6Header.BYTES + UdpHeader.BYTES + Bth.BYTES + AtomicEth.BYTES + 4096 + Icrc.BYTES;

    private final Icrc icrc = new Icrc();

    private byte[] out = {};
    private int frameAt;
    private int ipBytes;
    private int bthAt;
    private int next;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int sourcePort;
    private int trafficClass;
    private int flowLabel;
    private int hopLimit;

    /** Makes a writer for one thread. */
    public RoceFrameWriter() {}

    /**
     * Starts a frame between two GIDs. The array must have room for the whole frame.
     *
     * @param out gets the frame
     * @param at offset of the frame
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param destinationHigh upper half of the receiver's GID
     * @param destinationLow lower half of the receiver's GID
     * @param sourcePort UDP source port
     * @return this writer
     */
    public RoceFrameWriter begin(
            byte[] out,
            int at,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort) {
        this.out = out;
        this.frameAt = at;
        this.sourceHigh = sourceHigh;
        this.sourceLow = sourceLow;
        this.destinationHigh = destinationHigh;
        this.destinationLow = destinationLow;
        this.sourcePort = sourcePort;
        choose(0, 0, IpFields.USUAL_HOPS);
        this.ipBytes = NetworkHeaders.ipBytes(sourceHigh, sourceLow, destinationHigh, destinationLow);
        this.bthAt = at + EthernetHeader.BYTES + ipBytes + UdpHeader.BYTES;
        this.next = bthAt;
        return this;
    }

    /**
     * Chooses fields of the IP header of this frame. Without this call, the traffic class is 0 and the hop limit 64.
     *
     * @param trafficClass type of service of IPv4, 8 bits
     * @param flowLabel of IPv6, 20 bits; IPv4 has none
     * @param hopLimit time to live of IPv4, 8 bits
     * @return this writer
     */
    public RoceFrameWriter choose(int trafficClass, int flowLabel, int hopLimit) {
        this.trafficClass = trafficClass;
        this.flowLabel = flowLabel;
        this.hopLimit = hopLimit;
        return this;
    }

    /**
     * Adds the BTH and the headers that follow it. Its pad count determines the padding.
     *
     * @param headers holds them
     * @param at offset of the BTH
     * @param bytes of all headers
     * @return this writer
     */
    public RoceFrameWriter headers(byte[] headers, int at, int bytes) {
        return payload(headers, at, bytes);
    }

    /**
     * Adds a piece of payload.
     *
     * @param source holds the piece
     * @param at offset of the piece
     * @param bytes of the piece
     * @return this writer
     */
    public RoceFrameWriter payload(byte[] source, int at, int bytes) {
        System.arraycopy(source, at, out, next, bytes);
        next += bytes;
        return this;
    }

    /**
     * Adds a piece of payload.
     *
     * @param source holds the piece
     * @param offset of the piece
     * @param bytes of the piece
     * @return this writer
     */
    public RoceFrameWriter payload(MemorySegment source, long offset, int bytes) {
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, out, next, bytes);
        next += bytes;
        return this;
    }

    /**
     * Adds padding and ICRC, and fills in the network headers.
     *
     * @return bytes of the frame
     */
    public int end() {
        int icrcAt = Padding.write(out, next, Bth.padCount(out, bthAt));
        int ipAt = frameAt + EthernetHeader.BYTES;
        int type = ipBytes == Ipv4Header.BYTES ? EthernetHeader.IPV4 : EthernetHeader.IPV6;
        EthernetHeader.write(
                out, frameAt, PortGid.mac(destinationHigh, destinationLow), PortGid.mac(sourceHigh, sourceLow), type);
        NetworkHeaders.write(
                out,
                ipAt,
                sourceHigh,
                sourceLow,
                destinationHigh,
                destinationLow,
                sourcePort,
                icrcAt + Icrc.BYTES - bthAt);
        NetworkHeaders.choose(out, ipAt, trafficClass, flowLabel, hopLimit);
        Icrc.write(out, icrcAt, icrc.compute(out, ipAt, ipBytes, icrcAt - ipAt));
        return icrcAt + Icrc.BYTES - frameAt;
    }

    /** {@return offset of the BTH in the array, where the UDP payload starts} */
    public int bthAt() {
        return bthAt;
    }
}
