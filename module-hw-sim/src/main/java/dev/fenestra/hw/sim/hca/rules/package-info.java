/** The rules that an HCA enforces, and the verdict on each packet that arrives. */
package dev.fenestra.hw.sim.hca.rules;
