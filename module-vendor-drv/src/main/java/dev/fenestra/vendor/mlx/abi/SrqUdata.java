package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of creating an SRQ ({@code mlx5_ib_create_srq} and its response). */
public final class SrqUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 32;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("struct mlx5_ib_create_srq", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 8;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_create_srq_resp", RESPONSE_BYTES);

    /** Request: virtual address of the WQEs. */
    public static final HostField BUFFER = REQUEST.u64("buf_addr", 0);
    /** Request: virtual address of the doorbell record. */
    public static final HostField RECORD = REQUEST.u64("db_addr", 8);

    /** Request: 0. */
    public static final HostField RESERVED_0 = REQUEST.u32("reserved0", 20);

    /** Request, XRC: the user index of this SRQ, which its CQEs carry. */
    public static final HostField USER_INDEX = REQUEST.u32("uidx", 24);

    /** Request: 0. */
    public static final HostField RESERVED_1 = REQUEST.u32("reserved1", 28);

    /** Response: number of the SRQ. */
    public static final HostField SRQN = RESPONSE.u32("srqn", 0);

    private SrqUdata() {}
}
