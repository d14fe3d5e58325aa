/**
 * The way in for real programs: a Unix socket where programs of rdma-core, with a small library preloaded, open the
 * devices of simulated hosts. Commands go to {@code ib.core.uverbs} as bytes; here is only what carries them.
 *
 * <p>A file that a program opens is a connection with a thread of its own. A program has one connection besides, on
 * which it is asked: for pages that devices are to use, for connections to send events on, and to take unread events
 * back.
 */
package dev.fenestra.tools.door;
