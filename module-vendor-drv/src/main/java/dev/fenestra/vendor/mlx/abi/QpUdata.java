package dev.fenestra.vendor.mlx.abi;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** Udata of creating a QP ({@code mlx5_ib_create_qp} and its response). */
public final class QpUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 56;
    /** The table of the request. */
    public static final HostLayout REQUEST = new HostLayout("struct mlx5_ib_create_qp", REQUEST_BYTES);
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 40;
    /** The table of the response. */
    public static final HostLayout RESPONSE = new HostLayout("struct mlx5_ib_create_qp_resp", RESPONSE_BYTES);

    /** Request: virtual address of the buffer; the receive queue comes first in it. */
    public static final HostField BUFFER = REQUEST.u64("buf_addr", 0);
    /** Request: virtual address of the doorbell record. */
    public static final HostField RECORD = REQUEST.u64("db_addr", 8);
    /** Request: basic blocks of the send queue. */
    public static final HostField SEND_BLOCKS = REQUEST.u32("sq_wqe_count", 16);
    /** Request: WQEs of the receive queue. */
    public static final HostField RECEIVE_WQES = REQUEST.u32("rq_wqe_count", 20);
    /** Request: log2 of the bytes of a receive WQE. */
    public static final HostField LOG_RECEIVE_STRIDE = REQUEST.u32("rq_wqe_shift", 24);
    /** Request: {@link #SCATTER_TO_CQE} and {@link #ALLOW_SCATTER_TO_CQE}. */
    public static final HostField FLAGS = REQUEST.u32("flags", 28);
    /** Request: the user index of this QP, which its CQEs carry. */
    public static final HostField USER_INDEX = REQUEST.u32("uidx", 32);

    /** Response: the doorbell register to ring. */
    public static final HostField REGISTER = RESPONSE.u32("bfreg_index", 0);

    /** Small messages may arrive in CQEs. So may small responses when all send requests are signaled. */
    public static final int SCATTER_TO_CQE = 1 << 1;
    /** Small responses may arrive in CQEs even when not all send requests are signaled. */
    public static final int ALLOW_SCATTER_TO_CQE = 1 << 8;

    private QpUdata() {}
}
