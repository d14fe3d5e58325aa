package dev.fenestra.vendor.mlx.abi;

/**
 * Udata of the port query of mlx5 ({@code mlx5_ib_uapi_query_port}). The response is zeros, since no port here belongs
 * to a virtual switch.
 */
public final class PortUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 4;

    /** Request: number of the port. */
    public static final UdataField NUMBER = new UdataField(0, 4);

    private PortUdata() {}
}
