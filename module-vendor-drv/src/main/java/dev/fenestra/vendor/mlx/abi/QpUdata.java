package dev.fenestra.vendor.mlx.abi;

/** Udata of creating a QP ({@code mlx5_ib_create_qp} and its response). */
public final class QpUdata {
    /** Bytes of the request. */
    public static final int REQUEST_BYTES = 56;
    /** Bytes of the response. */
    public static final int RESPONSE_BYTES = 40;

    /** Request: virtual address of the buffer; the receive queue comes first in it. */
    public static final UdataField BUFFER = new UdataField(0, 8);
    /** Request: virtual address of the doorbell record. */
    public static final UdataField RECORD = new UdataField(8, 8);
    /** Request: basic blocks of the send queue. */
    public static final UdataField SEND_BLOCKS = new UdataField(16, 4);
    /** Request: WQEs of the receive queue. */
    public static final UdataField RECEIVE_WQES = new UdataField(20, 4);
    /** Request: log2 of the bytes of a receive WQE. */
    public static final UdataField LOG_RECEIVE_STRIDE = new UdataField(24, 4);
    /** Request: {@link #SCATTER_TO_CQE} and {@link #ALLOW_SCATTER_TO_CQE}. */
    public static final UdataField FLAGS = new UdataField(28, 4);
    /** Request: the user index of this QP, which its CQEs carry. */
    public static final UdataField USER_INDEX = new UdataField(32, 4);

    /** Response: the doorbell register to ring. */
    public static final UdataField REGISTER = new UdataField(0, 4);

    /** Small messages may arrive in CQEs. So may small responses when all send requests are signaled. */
    public static final int SCATTER_TO_CQE = 1 << 1;
    /** Small responses may arrive in CQEs even when not all send requests are signaled. */
    public static final int ALLOW_SCATTER_TO_CQE = 1 << 8;

    private QpUdata() {}
}
