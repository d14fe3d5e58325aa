package dev.fenestra.vendor.mlx.abi;

/** Udata of creating an SRQ ({@code mlx5_ib_create_srq} and its response). */
public final class SrqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;

    /** Request: virtual address of the WQEs. */
    public static final UdataField BUFFER = new UdataField(0, 8);
    /** Request: virtual address of the doorbell record. */
    public static final UdataField RECORD = new UdataField(8, 8);

    /** Request: 0. */
    public static final UdataField RESERVED_0 = new UdataField(20, 4);

    /** Request, XRC: the user index of this SRQ, which its CQEs carry. */
    public static final UdataField USER_INDEX = new UdataField(24, 4);

    /** Request: 0. */
    public static final UdataField RESERVED_1 = new UdataField(28, 4);

    /** Response: number of the SRQ. */
    public static final UdataField SRQN = new UdataField(0, 4);

    private SrqUdata() {}
}
