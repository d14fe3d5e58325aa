package dev.fenestra.vendor.mlx.abi;

/** Udata of creating a CQ ({@code mlx5_ib_create_cq} and its response). */
public final class CqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;

    /** Request: virtual address of the ring. */
    public static final UdataField BUFFER = new UdataField(0, 8);
    /** Request: virtual address of the doorbell record. */
    public static final UdataField RECORD = new UdataField(8, 8);
    /** Request: bytes of a CQE. */
    public static final UdataField CQE_BYTES = new UdataField(16, 4);

    /** Response: number of the CQ. */
    public static final UdataField CQN = new UdataField(0, 4);

    private CqUdata() {}
}
