package dev.fenestra.hw.sim.engine.qp;

/**
 * What names a QP, for as long as it lives.
 *
 * @param number its QP number
 * @param serial differs from that of every earlier QP, also of one with the same number
 * @param service transport service, numbered as in the QP context
 * @param userIndex the number that software gave it
 */
public record QpIdentity(int number, int serial, int service, int userIndex) {}
