package dev.fenestra.vendor.mlx.user;

/**
 * How a QP's send queue behaves, fixed when it is created.
 *
 * @param transport service
 * @param signalAll every request makes a completion
 * @param signature each WQE, of receives too, carries a checksum of its bytes
 * @param atomics the device does atomics
 * @param blueFlame how the doorbell register is used
 */
record SendOptions(Transport transport, boolean signalAll, boolean signature, boolean atomics, BlueFlame blueFlame) {}
