package dev.fenestra.vendor.mlx.dv;

/**
 * How a QP receives small data ({@code mlx5dv_qp_create_flags}). Either flag overrides the driver option
 * MLX5_SCATTER_TO_CQE; both together are EINVAL.
 */
public enum DvQpFlag {
    /** The device writes all data to memory, and none to CQEs. */
    DISABLE_SCATTER_TO_CQE,
    /** Small responses of READs and atomics arrive in CQEs, even on a QP whose requests are not all signaled. */
    ALLOW_SCATTER_TO_CQE
}
