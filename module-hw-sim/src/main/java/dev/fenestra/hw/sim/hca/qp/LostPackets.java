package dev.fenestra.hw.sim.hca.qp;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import org.jspecify.annotations.Nullable;

/**
 * What became of the packets of a QP that did not do their work: of the oldest one that the peer has not acknowledged,
 * and how often in a row. Only a packet that was lost or dropped costs anything.
 */
public final class LostPackets {
    /** The fate of the oldest packet; null before the first. */
    public @Nullable Verdict verdict;
    /** How often in a row it had this fate. */
    public int times;
    /** Its PSN. */
    public int psn;
    /** The QP that it went to. */
    public int destinationQpn;
    /** Number of the port that it went to; {@link Packet#NO_PORT} when no port has the GID. */
    public int destinationPort;

    /** Makes a note of nothing. */
    LostPackets() {}

    /**
     * Notes a packet.
     *
     * @param packet the packet
     * @param fate why it did not do its work
     * @param oldest PSN of the oldest packet that is not acknowledged; that of the packet itself for a QP without ACKs
     */
    void note(Packet packet, Verdict fate, int oldest) {
        int newPsn = Bth.psn(packet.header, 0);
        boolean isKnown = verdict != null && Psn.difference(psn, oldest) >= 0;
        if (isKnown && Psn.difference(newPsn, psn) > 0) {
            return; // What becomes of later packets follows from this one.
        }
        boolean isAgain = verdict == fate && (newPsn == psn || newPsn == oldest);
        times = isAgain ? times + 1 : 1;
        verdict = fate;
        psn = newPsn;
        destinationQpn = Bth.destinationQpn(packet.header, 0);
        destinationPort = packet.destinationPort;
    }
}
