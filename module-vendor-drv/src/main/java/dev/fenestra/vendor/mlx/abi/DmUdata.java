package dev.fenestra.vendor.mlx.abi;

import java.lang.foreign.MemorySegment;

/** Udata of allocating device memory: the attributes {@code mlx5_ib_alloc_dm_attrs}, one after another. */
public final class DmUdata {
    /** Bytes of the request; it may be missing, as all of it is 0 then. */
    public static final int REQUEST_BYTES = 4;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 10;

    /** Request: {@link #TYPE_MEMIC}; there is no other here. */
    public static final UdataField TYPE = new UdataField(0, 4);

    /** Response: where the memory begins on its first page, bytes. */
    public static final UdataField START_OFFSET = new UdataField(0, 8);
    /** Response: index for {@link #mapOffset}. */
    public static final UdataField PAGE_INDEX = new UdataField(8, 2);

    /** Answer to a question about device memory: its length, after the fields of the allocation; bytes. */
    public static final UdataField LENGTH = new UdataField(10, 8);
    /** Bytes of that answer. */
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
