package dev.fenestra.ib.core.mad;

/** The common header of all management datagrams (IBA 13.4.2). */
public final class MadHeader {
    /** Octets of this header. */
    public static final int OCTETS = 24;

    /** The table of the fields below. */
    public static final MadLayout LAYOUT = new MadLayout("MAD", 0);

    /** Always 1. */
    public static final MadField BASE_VERSION = LAYOUT.number("base version", 0, 8);

    /** 7 for communication management. */
    public static final MadField MANAGEMENT_CLASS = LAYOUT.number("management class", 1, 8);

    /** 2 for communication management. */
    public static final MadField CLASS_VERSION = LAYOUT.number("class version", 2, 8);

    /** 3, Send, for all messages of communication management. */
    public static final MadField METHOD = LAYOUT.number("method", 3, 8);

    /** 0 in requests. */
    public static final MadField STATUS = LAYOUT.number("status", 4, 16);

    /** Not used by communication management. */
    public static final MadField CLASS_SPECIFIC = LAYOUT.number("class specific", 6, 16);

    /** An answer has that of its request. */
    public static final MadField TRANSACTION_ID = LAYOUT.number("transaction id", 8, 64);

    /** Which message it is. */
    public static final MadField ATTRIBUTE_ID = LAYOUT.number("attribute id", 16, 16);

    /** The options of enhanced connection establishment (ECE). */
    public static final MadField ATTRIBUTE_MODIFIER = LAYOUT.number("attribute modifier", 20, 32);

    private MadHeader() {}
}
