/**
 * Direct verbs ({@code mlx5dv}): the operations of this device beyond verbs, from {@code unwrap} on a context or a QP.
 * There are mkeys whose layout the send queue writes (UMR). There are no signatures, no crypto, no raw WQEs and no
 * copies by the device.
 */
package dev.fenestra.vendor.mlx.dv;
