package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/**
 * Udata of the port query of mlx5 ({@code mlx5_ib_uapi_query_port}). The response is zeros, since no port here belongs
 * to a virtual switch.
 */
public final class PortUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 4;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("mlx5_ib_query_port_attrs, request", REQUEST_BYTES);

    /** Request: number of the port. */
    public static final HostField NUMBER = REQUEST.u32("MLX5_IB_ATTR_QUERY_PORT_PORT_NUM", 0);

    private PortUdata() {}
}
