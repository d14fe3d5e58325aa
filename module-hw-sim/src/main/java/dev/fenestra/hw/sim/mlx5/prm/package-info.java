/**
 * The PRM: every byte layout that software and device share, each field defined once. Drivers write
 * through these fields, the device reads through them, tools decode with them. Words are big-endian; bit 31 is a word's
 * first bit.
 */
package dev.fenestra.hw.sim.mlx5.prm;
