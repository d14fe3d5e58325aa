/**
 * The inside of a device, for a vendor that brings its own control path and its own queue format: key tables, packet
 * engine and port, to be called directly. What is checked and how it is refused is the same as behind the command queue
 * of the HCA.
 */
package dev.fenestra.hw.sim.hca.core;
