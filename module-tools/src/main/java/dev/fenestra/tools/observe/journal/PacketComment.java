package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.device.Verdict;

/**
 * The comment of a capture on a packet: its sender, its cause and its fate.
 *
 * @param cause who sent it, and which request it is of or answers
 * @param again it was sent before
 */
record PacketComment(String cause, boolean again) {

    /** The comment's text. */
    String text(Verdict verdict) {
        return text() + " -> " + verdict.text();
    }

    /** Its text without the fate. */
    String text() {
        return cause + (again ? ", sent again" : "");
    }
}
