package dev.fenestra.vendor.mlx.abi;

/**
 * Udata of allocating a fast-register region. It is an addition of this driver: Linux has such regions for the kernel
 * only.
 */
public final class FastMrUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 8;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;

    /** Request: virtual address of the list of pages, 16 bytes a page. */
    public static final UdataField LIST = new UdataField(0, 8);

    /** Response: L_Key of that memory. */
    public static final UdataField LIST_KEY = new UdataField(0, 4);

    private FastMrUdata() {}
}
