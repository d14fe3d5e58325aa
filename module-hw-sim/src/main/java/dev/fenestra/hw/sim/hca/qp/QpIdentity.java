package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.hca.vocabulary.QpService;

/**
 * The names of a QP, for as long as it lives.
 *
 * @param number its QP number
 * @param serial a number that no other QP of the device ever has, not even a later one with the same QP number
 * @param service its transport service
 * @param userIndex the number that software gave it
 */
public record QpIdentity(int number, int serial, QpService service, int userIndex) {}
