package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of allocating a doorbell page: the attributes {@code mlx5_ib_uar_alloc_attrs}, one after another. */
public final class UarUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 4;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("mlx5_ib_uar_alloc_attrs, request", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 20;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("mlx5_ib_uar_alloc_attrs, response", RESPONSE_BYTES);

    /** Request: {@link #BLUE_FLAME} or {@link #NO_CACHE}. */
    public static final HostField TYPE = REQUEST.u32("MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE", 0);

    /** Response: the offset to map. */
    public static final HostField MAP_OFFSET = RESPONSE.u64("MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET", 0);
    /** Response: bytes to map. */
    public static final HostField MAP_LENGTH = RESPONSE.u64("MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH", 8);
    /** Response: the device's number of the page. */
    public static final HostField PAGE = RESPONSE.u32("MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID", 16);

    /** A page whose writes the processor combines. */
    public static final int BLUE_FLAME = 0;
    /** A page without a cache. */
    public static final int NO_CACHE = 1;

    private UarUdata() {}
}
