package dev.fenestra.vendor.mlx.dv;

/** Send operations that a QP must be created for; as {@code mlx5dv_qp_create_send_ops_flags}. */
public enum DvSendOp {
    /** {@link DvQp#mrInterleaved}. */
    MR_INTERLEAVED,
    /** {@link DvQp#mrList}. */
    MR_LIST,
    /** {@link DvQp#mkeyConfigure} and the setters behind it. */
    MKEY_CONFIGURE
}
