/**
 * The fast path: a short way for the most frequent requests of RC QPs, beside the general one. It takes what is certain
 * to succeed, and leaves everything else to the general path, untouched. So refusals, waits and retransmission exist
 * there only. {@link dev.fenestra.hw.sim.hca.fast.FastPath} is the one way in, at both ends.
 *
 * <p>Two kinds of things travel as one. A {@link dev.fenestra.hw.sim.hca.fast.burst.Burst} has small requests, or their
 * answers, without headers; a lane has both of its ends. A packet of a large message may stand for several packets;
 * {@link dev.fenestra.hw.sim.hca.fast.PacketBursts} admits them.
 *
 * <p>The results are those of the general path, and the same observer would see the same packets: while there is an
 * observer, nothing travels as one. Tests run random requests both ways and compare.
 */
package dev.fenestra.hw.sim.hca.fast;
