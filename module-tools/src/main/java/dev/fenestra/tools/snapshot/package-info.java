/** What a running program has, as a picture that can be sent, saved, read back and printed as {@code ibv_devinfo} and {@code rdma} would. */
package dev.fenestra.tools.snapshot;
