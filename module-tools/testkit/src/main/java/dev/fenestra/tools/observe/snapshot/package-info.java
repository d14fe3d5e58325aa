/**
 * The objects of a running program, as a picture that can be taken over a socket
 * ({@link dev.fenestra.tools.observe.snapshot.Attach}), saved, read back and printed as {@code ibv_devinfo} and
 * {@code rdma} would.
 */
package dev.fenestra.tools.observe.snapshot;
