package dev.fenestra.vendor.mlx.abi;

/** Udata of allocating a doorbell page: the attributes {@code mlx5_ib_uar_alloc_attrs}, one after another. */
public final class UarUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 4;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 20;

    /** Request: {@link #BLUE_FLAME} or {@link #NO_CACHE}. */
    public static final UdataField TYPE = new UdataField(0, 4);

    /** Response: the offset to map. */
    public static final UdataField MAP_OFFSET = new UdataField(0, 8);
    /** Response: bytes to map. */
    public static final UdataField MAP_LENGTH = new UdataField(8, 8);
    /** Response: the device's number of the page. */
    public static final UdataField PAGE = new UdataField(16, 4);

    /** A page whose writes the processor combines. */
    public static final int BLUE_FLAME = 0;
    /** A page without a cache. */
    public static final int NO_CACHE = 1;

    private UarUdata() {}
}
