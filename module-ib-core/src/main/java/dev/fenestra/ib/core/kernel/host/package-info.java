/** A simulated machine: its memory, its slots with hardware, and its processes with their files. */
package dev.fenestra.ib.core.kernel.host;
