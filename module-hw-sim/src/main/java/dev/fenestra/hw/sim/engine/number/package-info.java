/** Sets and pools of object numbers, the ground floor of the engine. */
package dev.fenestra.hw.sim.engine.number;
