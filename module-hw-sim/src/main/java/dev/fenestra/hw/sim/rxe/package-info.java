/**
 * The formats of Linux's soft-RoCE, {@code rxe}, as librxe of rdma-core reads and writes them: tables, and queues with
 * a header in memory that kernel and program share (rxe_queue.h, rdma_user_rxe.h).
 */
package dev.fenestra.hw.sim.rxe;
