package dev.fenestra.vendor.mlx.abi;

import java.lang.foreign.MemorySegment;

/** Udata of allocating device memory: the attributes {@code mlx5_ib_alloc_dm_attrs}, one after another. */
public final class DmUdata {
    /** Bytes of the request. A missing request counts as zeros. */
    public static final int REQUEST_BYTES = 4;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 10;

    /** Request: always {@link #TYPE_MEMIC}. */
    public static final UdataField TYPE = new UdataField(0, 4);

    /** Response: offset of the memory in its first page, bytes. */
    public static final UdataField START_OFFSET = new UdataField(0, 8);
    /** Response: index for {@link #mapOffset}. */
    public static final UdataField PAGE_INDEX = new UdataField(8, 2);

    /** Response to a query of device memory: its length in bytes, after the fields of the allocation. */
    public static final UdataField LENGTH = new UdataField(10, 8);
    /** Bytes of that response. */
    public static final int QUERY_BYTES = 18;

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
