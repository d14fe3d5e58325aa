/**
 * rdma_cm: ids, their addresses and ports, backlogs and events, on top of {@code cm.protocol}.
 * {@code ConnectionManager} is the one of a host; everything here runs under its lock.
 */
package dev.fenestra.ib.core.cm.ids;
