package dev.fenestra.vendor.mlx.abi;

/**
 * Udata of asking what only mlx5 knows of a port ({@code mlx5_ib_uapi_query_port}). The answer is zeros: this port
 * belongs to no switch of virtual ports.
 */
public final class PortUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 4;

    /** Request: number of the port. */
    public static final UdataField NUMBER = new UdataField(0, 4);

    private PortUdata() {}
}
