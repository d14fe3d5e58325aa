package dev.fenestra.vendor.mlx.dv;

/**
 * How a QP receives small data ({@code mlx5dv_qp_create_flags}). Either flag beats the driver option
 * MLX5_SCATTER_TO_CQE; both together are EINVAL.
 */
public enum DvQpFlag {
    /** All data is placed by the device. */
    DISABLE_SCATTER_TO_CQE,
    /** Small answers of READs and atomics arrive in CQEs also on a QP whose requests are not all signaled. */
    ALLOW_SCATTER_TO_CQE
}
