/**
 * Direct verbs ({@code mlx5dv}): what this device offers beyond verbs, reached by {@code unwrap} on a context or a QP.
 * Mkeys whose layout the send queue writes (UMR) are here; signature, crypto, raw WQEs and copies by the device are
 * not.
 */
package dev.fenestra.vendor.mlx.dv;
