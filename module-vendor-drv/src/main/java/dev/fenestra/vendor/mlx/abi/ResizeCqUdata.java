package dev.fenestra.vendor.mlx.abi;

/** Udata of resizing a CQ ({@code mlx5_ib_resize_cq}); there is no response. */
public final class ResizeCqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 16;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 0;

    /** Request: virtual address of the new ring. */
    public static final UdataField BUFFER = new UdataField(0, 8);
    /** Request: bytes of a CQE, the same as before. */
    public static final UdataField CQE_BYTES = new UdataField(8, 2);

    private ResizeCqUdata() {}
}
