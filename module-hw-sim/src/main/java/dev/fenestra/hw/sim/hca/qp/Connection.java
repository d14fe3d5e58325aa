package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.roce.wire.IpFields;

/** The agreement of a QP with its peer, and the peer's rights. Commands write it; both halves of the QP read it. */
public final class Connection {
    /** Far below half the PSN range. */
    private static final int MAX_WINDOW = 1 << 16;

    private static final int MAX_ACK_INTERVAL = 64;

    /** Path MTU, bytes: 256 to 4096. */
    public int mtu;
    /** QP number of the peer. */
    public int remoteQpn;
    /** Index of the own GID in the table of the port. */
    public int gidIndex;
    /** Upper half of the own GID. */
    public long localGidHigh;
    /** Lower half of the own GID. */
    public long localGidLow;
    /** Upper half of the peer's GID. */
    public long remoteGidHigh;
    /** Lower half of the peer's GID. */
    public long remoteGidLow;
    /** Port number of the peer in the fabric; {@link Packet#NO_PORT} when the fabric does not know its GID. */
    public int destinationPort = Packet.NO_PORT;

    /** UDP source port of packets to the peer. */
    public int udpSourcePort;
    /** Traffic class of packets to the peer: type of service of IPv4, 8 bits. */
    public int trafficClass;
    /** Flow label of packets to the peer, with IPv6, 20 bits. */
    public int flowLabel;
    /** Hop limit of packets to the peer: time to live of IPv4, 8 bits. */
    public int hopLimit = IpFields.USUAL_HOPS;
    /** Code of the path's rate, 4 bits. Packets leave as fast as the port is. */
    public int rate;
    /** Priority of a VLAN tag, 3 bits. Frames have no tag. */
    public int priority;
    /** UD: the Q_Key of the QP. */
    public int qkey;

    /** Whether the peer may execute RDMA READs. */
    public boolean remoteRead;
    /** Whether the peer may execute RDMA WRITEs. */
    public boolean remoteWrite;
    /** Whether the peer may execute atomics. */
    public boolean remoteAtomic;
    /** FLUSH types that peers may ask for: bit 0 for global visibility, bit 1 for persistence. */
    public int remoteFlush;

    /** Log2 of the ACK timeout, in units of 4096 ns; 0 for none. */
    public int ackTimeout;

    /** Times that a request is sent again without an answer, 0 to 7. */
    public int retryCount;
    /** Times that a request is sent again to a receiver that was not ready, 0 to 6; 7 for ever. */
    public int rnrRetry;
    /** Code of the time that the peer waits when no receive is posted, 0 to 31. */
    public int minRnrTimer;
    /** READs and atomics that may be outstanding. */
    public int requesterDepth;
    /** READs and atomics of the peer that may be outstanding. */
    public int responderDepth;

    /** Packets that may be under way without an acknowledgement. */
    public int window = MAX_WINDOW;
    /** A long message asks for an ACK at this interval, packets; a power of two. */
    public int ackInterval = MAX_ACK_INTERVAL;

    /** Makes the connection of a QP in RESET. */
    Connection() {}

    /** Reads its cache lines. */
    int readAhead() {
        return (int) localGidHigh + window + (remoteWrite ? 1 : 0);
    }

    /**
     * Makes the receiver of a reliable datagram the peer, until the next one.
     *
     * @param packet the datagram, addressed
     * @param qpn the QP that it goes to
     */
    public void follow(Packet packet, int qpn) {
        remoteQpn = qpn;
        remoteGidHigh = packet.destinationGidHigh;
        remoteGidLow = packet.destinationGidLow;
        localGidHigh = packet.sourceGidHigh;
        localGidLow = packet.sourceGidLow;
        destinationPort = packet.destinationPort;
    }

    /**
     * Limits the packets that may be under way without an acknowledgement.
     *
     * @param packets 2 or more
     */
    public void limit(int packets) {
        window = Math.min(packets, MAX_WINDOW);
        ackInterval = Math.min(Integer.highestOneBit(window) / 2, MAX_ACK_INTERVAL);
    }
}
