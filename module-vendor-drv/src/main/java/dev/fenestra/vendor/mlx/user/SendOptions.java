package dev.fenestra.vendor.mlx.user;

/**
 * The options of a QP's send queue, fixed at its creation.
 *
 * @param transport service
 * @param signalAll whether every request makes a completion
 * @param signature whether each WQE, also of receives, carries a checksum of its bytes
 * @param atomics whether the device has atomics
 * @param blueFlame the form of the doorbell register
 */
record SendOptions(Transport transport, boolean signalAll, boolean signature, boolean atomics, BlueFlame blueFlame) {}
