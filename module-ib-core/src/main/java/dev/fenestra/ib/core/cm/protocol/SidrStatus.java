package dev.fenestra.ib.core.cm.protocol;

/** Status of a SIDR_REP (IBA table 121). */
public final class SidrStatus {
    /** The QP is named. */
    public static final int SUCCESS = 0;

    /** Nobody listens for the service ID. */
    public static final int UNSUPPORTED = 1;

    /** The program refuses. */
    public static final int REJECTED = 2;

    private SidrStatus() {}
}
