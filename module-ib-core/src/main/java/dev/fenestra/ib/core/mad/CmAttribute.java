package dev.fenestra.ib.core.mad;

import org.jspecify.annotations.Nullable;

/** The messages of communication management: class 7, version 2, method Send (IBA 12.6). */
public enum CmAttribute {
    /** Asks for a connection. */
    REQ(0x0010, ReqMad.LAYOUT),
    /** A message has come, and its answer takes time. */
    MRA(0x0011, MraMad.LAYOUT),
    /** Refuses a connection. */
    REJ(0x0012, RejMad.LAYOUT),
    /** Accepts a connection. */
    REP(0x0013, RepMad.LAYOUT),
    /** The connection may be used. */
    RTU(0x0014, RtuMad.LAYOUT),
    /** Ends a connection. */
    DREQ(0x0015, DreqMad.LAYOUT),
    /** The connection has ended. */
    DREP(0x0016, DrepMad.LAYOUT),
    /** Asks for the QP of a datagram service. */
    SIDR_REQ(0x0017, SidrReqMad.LAYOUT),
    /** Names the QP of a datagram service. */
    SIDR_REP(0x0018, SidrRepMad.LAYOUT),
    /** Suggests another alternate path. */
    LAP(0x0019, LapMad.LAYOUT),
    /** Answers a suggested path. */
    APR(0x001a, AprMad.LAYOUT);

    /** The management class of communication management. */
    public static final int MANAGEMENT_CLASS = 0x07;

    /** The version of that class. */
    public static final int CLASS_VERSION = 2;

    private static final int BASE_VERSION = 1;
    private static final int METHOD_SEND = 0x03;
    private static final CmAttribute[] ALL = values();

    private final int id;
    private final MadLayout layout;

    CmAttribute(int id, MadLayout layout) {
        this.id = id;
        this.layout = layout;
    }

    /** {@return the attribute ID} */
    public int id() {
        return id;
    }

    /** {@return what lies where after the common header} */
    public MadLayout layout() {
        return layout;
    }

    /**
     * {@return a datagram of this message with its common header; everything else is 0}
     *
     * @param transaction transaction ID
     */
    public byte[] mad(long transaction) {
        byte[] mad = new byte[MadLayout.OCTETS];
        MadHeader.BASE_VERSION.set(mad, BASE_VERSION);
        MadHeader.MANAGEMENT_CLASS.set(mad, MANAGEMENT_CLASS);
        MadHeader.CLASS_VERSION.set(mad, CLASS_VERSION);
        MadHeader.METHOD.set(mad, METHOD_SEND);
        MadHeader.TRANSACTION_ID.set(mad, transaction);
        MadHeader.ATTRIBUTE_ID.set(mad, id);
        return mad;
    }

    /**
     * {@return which message a datagram is, or null when it is none of communication management}
     *
     * @param mad the datagram, of any length
     */
    public static @Nullable CmAttribute of(byte[] mad) {
        if (mad.length != MadLayout.OCTETS
                || MadHeader.BASE_VERSION.get(mad) != BASE_VERSION
                || MadHeader.MANAGEMENT_CLASS.get(mad) != MANAGEMENT_CLASS
                || MadHeader.CLASS_VERSION.get(mad) != CLASS_VERSION
                || MadHeader.METHOD.get(mad) != METHOD_SEND) {
            return null;
        }
        for (CmAttribute attribute : ALL) {
            if (attribute.id == MadHeader.ATTRIBUTE_ID.get(mad)) {
                return attribute;
            }
        }
        return null;
    }
}
