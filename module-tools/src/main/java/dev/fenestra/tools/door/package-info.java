/**
 * The way in for real programs: a Unix socket where programs of rdma-core, with a small library preloaded, open the
 * devices of simulated hosts. {@code ib.core.uverbs} takes the commands as bytes. This package only carries them.
 *
 * <p>A file that a program opens is a connection with a thread of its own. A program has one more connection, on which
 * the server asks it for three things: pages that devices use, connections for events, and unread events to be taken
 * back.
 */
package dev.fenestra.tools.door;
