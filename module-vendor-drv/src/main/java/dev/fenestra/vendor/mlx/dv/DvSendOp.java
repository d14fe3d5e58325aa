package dev.fenestra.vendor.mlx.dv;

/** Send operations that a QP must be created for; as {@code mlx5dv_qp_create_send_ops_flags}. */
public enum DvSendOp {
    MR_INTERLEAVED,
    MR_LIST,
    MKEY_CONFIGURE
}
