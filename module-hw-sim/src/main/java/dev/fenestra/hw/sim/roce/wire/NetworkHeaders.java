package dev.fenestra.hw.sim.roce.wire;

/** The IP and UDP header of a RoCEv2 packet between two GIDs: IPv4 when both are IPv4-mapped, else IPv6. */
public final class NetworkHeaders {
    /** UDP destination port of RoCEv2. */
    public static final int ROCE_PORT = 4791;

    /** Bytes of a UDP header. */
    public static final int UDP_BYTES = UdpHeader.BYTES;

    private NetworkHeaders() {}

    /**
     * {@return bytes of the IP header between two GIDs: 20 or 40}
     *
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param destinationHigh upper half of the receiver's GID
     * @param destinationLow lower half of the receiver's GID
     */
    public static int ipBytes(long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        return isOverIpv4(sourceHigh, sourceLow, destinationHigh, destinationLow) ? Ipv4Header.BYTES : Ipv6Header.BYTES;
    }

    /**
     * {@return whether the IP header between two GIDs is that of IPv4}
     *
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param destinationHigh upper half of the receiver's GID
     * @param destinationLow lower half of the receiver's GID
     */
    public static boolean isOverIpv4(long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        return PortGid.isIpv4(sourceHigh, sourceLow) && PortGid.isIpv4(destinationHigh, destinationLow);
    }

    /**
     * Writes both headers with {@link IpFields#DEFAULT} and no UDP checksum.
     *
     * @param out gets the headers
     * @param at offset of the IP header
     * @param sourceHigh upper half of the sender's GID
     * @param sourceLow lower half of the sender's GID
     * @param destinationHigh upper half of the receiver's GID
     * @param destinationLow lower half of the receiver's GID
     * @param sourcePort UDP source port
     * @param transportBytes bytes of the UDP payload: from the BTH to the ICRC, both included
     * @return bytes written: 28 or 48
     */
    public static int write(
            byte[] out,
            int at,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort,
            int transportBytes) {
        boolean isOverIpv4 = ipBytes(sourceHigh, sourceLow, destinationHigh, destinationLow) == Ipv4Header.BYTES;
        return write(
                out,
                at,
                isOverIpv4,
                IpFields.DEFAULT,
                sourceHigh,
                sourceLow,
                destinationHigh,
                destinationLow,
                sourcePort,
                0,
                transportBytes);
    }

    /**
     * Changes what a sender chooses of an IP header that {@link #write} has written, and its checksum with it. The ICRC
     * does not cover these fields.
     *
     * @param out has the header
     * @param at offset of the IP header
     * @param trafficClass type of service of IPv4, 8 bits
     * @param flowLabel of IPv6, 20 bits; IPv4 has none
     * @param hopLimit time to live of IPv4, 8 bits
     */
    public static void choose(byte[] out, int at, int trafficClass, int flowLabel, int hopLimit) {
        if (Ipv4Header.isVersion4(out, at)) {
            Ipv4Header.choose(out, at, trafficClass, hopLimit);
        } else {
            Ipv6Header.choose(out, at, trafficClass, flowLabel, hopLimit);
        }
    }

    static int write(
            byte[] out,
            int at,
            boolean isOverIpv4,
            IpFields fields,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int sourcePort,
            int udpChecksum,
            int transportBytes) {
        int ipBytes = isOverIpv4 ? Ipv4Header.BYTES : Ipv6Header.BYTES;
        int udpBytes = UdpHeader.BYTES + transportBytes;
        if (isOverIpv4) {
            Ipv4Header.write(out, at, fields, ipBytes + udpBytes, (int) sourceLow, (int) destinationLow);
        } else {
            Ipv6Header.write(out, at, fields, udpBytes);
            Ipv6Header.writeSource(out, at, sourceHigh, sourceLow);
            Ipv6Header.writeDestination(out, at, destinationHigh, destinationLow);
        }
        UdpHeader.write(out, at + ipBytes, sourcePort, ROCE_PORT, udpBytes, udpChecksum);
        return ipBytes + UdpHeader.BYTES;
    }
}
