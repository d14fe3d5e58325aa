package dev.fenestra.vendor.mlx.abi;

/** Udata of allocating a fast-register region. Ours: Linux has such regions for the kernel only. */
public final class FastMrUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 8;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;

    /** Request: virtual address of the memory in which pages are listed, 16 bytes for each. */
    public static final UdataField LIST = new UdataField(0, 8);

    /** Response: L_Key of that memory. */
    public static final UdataField LIST_KEY = new UdataField(0, 4);

    private FastMrUdata() {}
}
