/** Sets and pools of object numbers. They use nothing else of the engine. */
package dev.fenestra.hw.sim.hca.number;
