/** The way of a packet: the ports by GID, and the route past tap and stages to them. */
package dev.fenestra.hw.sim.fabric.route;
