/**
 * The way in for real programs: a Unix socket where programs of rdma-core, with a small library preloaded, open the
 * devices of simulated hosts. {@code ib.core.uverbs} takes the commands as bytes. This package only carries them.
 *
 * <p>A file that a program opens is a connection with a thread of its own. Calls go through memory that the program and
 * the server share, one box for each thread that calls at the same time. The thread that calls also answers what the
 * server asks about the program's memory and descriptors. A program has one more connection, on which the server asks
 * for more: pages that devices use, connections for events, and unread events to be taken back.
 */
package dev.fenestra.tools.bridge;
