/**
 * The queues of the mlx5 format in host memory: the meaning of WQEs, CQEs, EQEs and doorbell records. No other part of
 * the hardware reads or writes their bytes. The engine uses them through the interfaces of
 * {@link dev.fenestra.hw.sim.hca.queue}.
 */
package dev.fenestra.hw.sim.mlx5.queue;
