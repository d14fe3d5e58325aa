package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of creating a CQ ({@code mlx5_ib_create_cq} and its response). */
public final class CqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("struct mlx5_ib_create_cq", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_create_cq_resp", RESPONSE_BYTES);

    /** Request: virtual address of the ring. */
    public static final HostField BUFFER = REQUEST.u64("buf_addr", 0);
    /** Request: virtual address of the doorbell record. */
    public static final HostField RECORD = REQUEST.u64("db_addr", 8);
    /** Request: bytes of a CQE. */
    public static final HostField CQE_BYTES = REQUEST.u32("cqe_size", 16);

    /** Response: number of the CQ. */
    public static final HostField CQN = RESPONSE.u32("cqn", 0);

    private CqUdata() {}
}
