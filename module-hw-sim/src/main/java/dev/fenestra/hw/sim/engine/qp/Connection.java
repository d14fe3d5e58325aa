package dev.fenestra.hw.sim.engine.qp;

/** What a QP has agreed with its peer, and what it allows it. The commands write it; both halves of the QP read it. */
public final class Connection {
    /** Far below half the PSN range. */
    private static final int MAX_WINDOW = 1 << 16;

    private static final int MAX_ACK_INTERVAL = 64;

    public int mtu;
    public int remoteQpn;
    public long remoteGidHigh;
    public long remoteGidLow;
    /** The port of the fabric that the peer is behind; negative when the fabric does not know it. */
    public int destinationPort = -1;

    public int udpSourcePort;
    public int qkey;

    public boolean remoteRead;
    public boolean remoteWrite;
    public boolean remoteAtomic;
    /** FLUSH types that peers may ask for: bit 0 for global visibility, bit 1 for persistence. */
    public int remoteFlush;

    /** Log2 of the ACK timeout, in units of 4096 ns; 0 for none. */
    public int ackTimeout;

    public int retryCount;
    public int rnrRetry;
    public int minRnrTimer;
    /** Fetches that may wait for their answers. */
    public int requesterDepth;
    /** Fetches of the peer that may wait for their answers. */
    public int responderDepth;

    /** Packets that may be on their way without an acknowledgement. */
    public int window = MAX_WINDOW;
    /** A long message asks for an ACK at this interval, packets; a power of two. */
    public int ackInterval = MAX_ACK_INTERVAL;

    public Connection() {}

    /** Sets how many packets may be on their way without an acknowledgement; at least two. */
    public void limit(int packets) {
        window = Math.min(packets, MAX_WINDOW);
        ackInterval = Math.min(Integer.highestOneBit(window) / 2, MAX_ACK_INTERVAL);
    }
}
