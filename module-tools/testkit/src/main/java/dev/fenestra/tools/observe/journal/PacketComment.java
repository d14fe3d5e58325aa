package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.rules.Verdict;

/**
 * The comment of a capture on a packet: its sender, its cause and its fate.
 *
 * @param cause who sent it, and which request it is of or answers
 * @param again it was sent before
 * @param nak what a NAK says; empty for other packets
 */
record PacketComment(String cause, boolean again, String nak) {

    /** The comment's text. */
    String text(Verdict verdict) {
        // Of a NAK "accepted" would be read as the fate of the request.
        boolean isTaken = verdict == Verdict.Plain.ACCEPTED;
        return text() + " -> " + (isTaken && !nak.isEmpty() ? "taken by the requester" : verdict.text());
    }

    /** Its text without the fate. */
    String text() {
        return cause + (nak.isEmpty() ? "" : " with " + nak) + (again ? ", sent again" : "");
    }
}
