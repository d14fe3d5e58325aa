package dev.fenestra.ib.core.cm.protocol;

/** Reasons of a REJ that this side gives or looks at (IBA table 109). */
public final class RejectReason {
    /** The sender of a REQ has given up. */
    public static final int TIMEOUT = 4;

    /** Nobody listens for the service ID. */
    public static final int INVALID_SERVICE_ID = 8;

    /** A connection of before is still there. */
    public static final int STALE_CONNECTION = 10;

    /** The program refuses. */
    public static final int CONSUMER = 28;

    /** The options of ECE are not supported. */
    public static final int VENDOR_OPTION = 35;

    private RejectReason() {}
}
