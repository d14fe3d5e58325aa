/**
 * The queues of the mlx5 format in host memory: what WQEs, CQEs, EQEs and doorbell records mean to a device. Nothing
 * else in the hardware reads or writes their bytes; the engine meets them as the interfaces of
 * {@link dev.fenestra.hw.sim.queue}.
 */
package dev.fenestra.hw.sim.mlx5;
