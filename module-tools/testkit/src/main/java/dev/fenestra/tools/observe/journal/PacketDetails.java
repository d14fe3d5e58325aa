package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.SentPacket;

/**
 * A packet that was sent, with what the event itself does not have. Its arrays are copies; do not change them.
 *
 * @param host name of the host that sends it
 * @param header its transport headers
 * @param packet its QP and WQE, its GIDs, and the first bytes of its payload
 * @param comment which request it serves, in the words of a capture ({@link PcapTap}), without its fate
 * @param leaves when it begins to leave by the model of captures, nanoseconds
 * @param frame its first bytes from Ethernet on: all of it, or up to the last byte of the payload that is copied
 * @param frameBytes of the whole frame
 * @param payloadAt offset of the payload in the frame
 */
public record PacketDetails(
        String host,
        byte[] header,
        SentPacket packet,
        String comment,
        long leaves,
        byte[] frame,
        int frameBytes,
        int payloadAt) {}
