/** What travels between devices, and who takes part: packets and bursts, devices, links, stages and taps. */
package dev.fenestra.hw.sim.fabric.link;
