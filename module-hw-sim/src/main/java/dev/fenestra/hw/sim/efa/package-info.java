/** The queues of efa cards (Amazon's Elastic Fabric Adapter): their formats, and their completions. */
package dev.fenestra.hw.sim.efa;
