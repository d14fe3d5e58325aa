package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.roce.wire.IpFields;

/**
 * What a QP is set to, or what it is found to be set to. Which fields count in a transition is the business of the
 * transition; fields that a transition may leave out count when their bit is in {@link #changes}.
 */
public final class QpSettings {
    /** Bit of {@link #rights}. */
    public static final int RIGHTS = 1;
    /** Bit of {@link #rnrTimer}. */
    public static final int RNR_TIMER = 1 << 1;
    /** Bit of {@link #qkey}. */
    public static final int QKEY = 1 << 2;
    /** Bit of the fields of the path: GIDs, traffic class, flow label, hop limit, UDP port, rate, priority. */
    public static final int PATH = 1 << 3;
    /** Bit of {@link #ackTimeout}. */
    public static final int ACK_TIMEOUT = 1 << 4;
    /** Bit of {@link #retries}. */
    public static final int RETRIES = 1 << 5;
    /** Bit of {@link #rnrRetries}. */
    public static final int RNR_RETRIES = 1 << 6;
    /** Bit of {@link #requesterDepth}. */
    public static final int REQUESTER_DEPTH = 1 << 7;
    /** Bit of {@link #responderDepth}. */
    public static final int RESPONDER_DEPTH = 1 << 8;

    /** The bits of the fields that a transition may leave out. */
    public int changes;
    /** Found: the state. */
    public QpState state = QpState.RESET;
    /** Found: it is in SQD and has unfinished requests. */
    public boolean isDraining;
    /** Rights of peers, bits of {@link dev.fenestra.hw.sim.hca.vocabulary.Rights}. */
    public int rights;
    /** UD: the Q_Key. */
    public int qkey;
    /** Path MTU, bytes; 0 when it is not known. */
    public int mtu;
    /** QP of the peer. */
    public int peerQpn;
    /** Index of the own GID. */
    public int gidIndex;
    /** Upper half of the peer's GID. */
    public long peerGidHigh;
    /** Lower half of the peer's GID. */
    public long peerGidLow;
    /** Traffic class, 8 bits. */
    public int trafficClass;
    /** Flow label, 20 bits. */
    public int flowLabel;
    /** Hop limit, 8 bits. */
    public int hopLimit = IpFields.USUAL_HOPS;
    /** UDP source port of packets to the peer. */
    public int udpPort;
    /** A number for the rate of the path, 4 bits; it has no effect. */
    public int rate;
    /** Priority of the path, 3 bits; it has no effect. */
    public int priority;
    /** First PSN expected of the peer; found: the next. */
    public int receivePsn;
    /** READs and atomics served at a time. */
    public int responderDepth;
    /** Code of the time that a sender is told to wait when no receive is posted, 0 to 31. */
    public int rnrTimer;
    /** First PSN; found: the next. */
    public int sendPsn;
    /** ACK timeout: 4.096 us * 2^n; 0 for never. */
    public int ackTimeout;
    /** Times that a request is sent again without an answer. */
    public int retries;
    /** Times that a request is sent again to a receiver that was not ready; 7 for ever. */
    public int rnrRetries;
    /** READs and atomics outstanding. */
    public int requesterDepth;
    /** To SQD: raises an event once the send queue is drained. */
    public boolean tellsDrained;

    /** Makes settings of zeros. */
    public QpSettings() {}

    /**
     * {@return whether a field that a transition may leave out counts}
     *
     * @param bit its bit
     */
    public boolean changes(int bit) {
        return (changes & bit) != 0;
    }
}
