/**
 * What travels whole from one QP to another, without headers: bursts. They are read from a send queue, carried by the
 * fabric, and taken by the peer's fast path. They hold data only.
 */
package dev.fenestra.hw.sim.hca.fast.burst;
