/**
 * QP 1 of the host's ports, as the kernel itself uses it: the connection manager sends and receives its datagrams here.
 * The kernel is a client of the device like any program: it has a PD, a region, a CQ and a QP, and posts by the user
 * half of the driver. {@code HostConnections} is the one of a host.
 *
 * <p>This room uses the calls and the devices. Hosts and processes stand above it.
 */
@NullMarked
package dev.fenestra.ib.core.kernel.gsi;

import org.jspecify.annotations.NullMarked;
