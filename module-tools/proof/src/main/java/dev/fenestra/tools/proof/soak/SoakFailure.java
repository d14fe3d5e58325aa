package dev.fenestra.tools.proof.soak;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;

/**
 * A plan that changed what a program does, or a program that fails without faults.
 *
 * @param difference from the run without faults
 */
public record SoakFailure(SoakProgram program, FaultPlan plan, String difference) {}
