package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/**
 * Udata of allocating a fast-register region. It is an addition of this driver: Linux has such regions for the kernel
 * only.
 */
public final class FastMrUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 8;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("fast-register region of Fenestra, request", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;
    /** The table of the response. */
    public static final HostLayout RESPONSE =
            new HostLayout("fast-register region of Fenestra, response", RESPONSE_BYTES);

    /** Request: virtual address of the list of pages, 16 bytes a page. */
    public static final HostField LIST = REQUEST.u64("list", 0);

    /** Response: L_Key of that memory. */
    public static final HostField LIST_KEY = RESPONSE.u32("list key", 0);

    private FastMrUdata() {}
}
