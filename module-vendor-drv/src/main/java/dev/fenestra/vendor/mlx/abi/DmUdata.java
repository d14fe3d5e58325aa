package dev.fenestra.vendor.mlx.abi;

/** Udata of allocating device memory ({@code mlx5_ib_alloc_dm_resp}, less its page arithmetic). */
public final class DmUdata {
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;

    /** Offsets to map from here on are addresses of device memory on the card. */
    public static final long MAP_DEVICE_MEMORY = 1L << 40;

    /** Response: the offset to map. */
    public static final UdataField MAP_OFFSET = new UdataField(0, 8);

    private DmUdata() {}
}
