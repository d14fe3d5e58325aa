/**
 * What tests share: readers for the test data, and hosts that speak to a device in raw bytes as a driver would.
 */
package dev.fenestra.hw.sim.testing;
