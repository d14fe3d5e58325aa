package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import java.lang.foreign.MemorySegment;

/** Udata of allocating device memory: the attributes {@code mlx5_ib_alloc_dm_attrs}, one after another. */
public final class DmUdata {
    /** Bytes of the request. A missing request counts as zeros. */
    public static final int REQUEST_BYTES = 4;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("mlx5_ib_alloc_dm_attrs, request", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 10;
    /** Bytes of the response to a query, which has one field more. */
    public static final int QUERY_BYTES = 24;
    /** The table of both responses. */
    public static final HostLayout RESPONSE = new HostLayout("mlx5_ib_query_dm_attrs, response", QUERY_BYTES);

    /** Request: always {@link #TYPE_MEMIC}. */
    public static final HostField TYPE = REQUEST.u32("MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE", 0);

    /** Response: offset of the memory in its first page, bytes. */
    public static final HostField START_OFFSET = RESPONSE.u64("MLX5_IB_ATTR_QUERY_DM_RESP_START_OFFSET", 0);
    /** Response: index for {@link #mapOffset}. */
    public static final HostField PAGE_INDEX = RESPONSE.u16("MLX5_IB_ATTR_QUERY_DM_RESP_PAGE_INDEX", 8);

    /** Response to a query only: bytes of the memory. */
    public static final HostField LENGTH = RESPONSE.u64("MLX5_IB_ATTR_QUERY_DM_RESP_LENGTH", 16);

    /** Plain memory of the card ({@code MLX5_IB_UAPI_DM_TYPE_MEMIC}). */
    public static final int TYPE_MEMIC = 0;

    /** Command that maps device memory ({@code MLX5_IB_MMAP_DEVICE_MEM}). */
    public static final long MAP_DEVICE_MEMORY = 8;

    private DmUdata() {}

    /**
     * {@return the offset to map for device memory}
     *
     * @param response of the allocation
     */
    public static long mapOffset(MemorySegment response) {
        return ContextUdata.mapOffset(MAP_DEVICE_MEMORY, PAGE_INDEX.getInt(response));
    }
}
