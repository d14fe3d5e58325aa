/** The driver as the kernel finds it, and the hardware it brings along. Begin to read here. */
package dev.fenestra.vendor.slate;
