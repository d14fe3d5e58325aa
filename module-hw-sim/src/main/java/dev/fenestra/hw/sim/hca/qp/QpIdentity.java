package dev.fenestra.hw.sim.hca.qp;

/**
 * The names of a QP, for as long as it lives.
 *
 * @param number its QP number
 * @param serial a number that no other QP of the device ever has, not even a later one with the same QP number
 * @param service transport service, numbered as in the QP context
 * @param userIndex the number that software gave it
 */
public record QpIdentity(int number, int serial, int service, int userIndex) {}
