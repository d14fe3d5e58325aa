package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.device.Verdict;

/**
 * What a capture says of a packet: who sent it and why, and what became of it.
 *
 * @param cause who sent it, and which request it is of or answers
 * @param again it was sent before
 */
record PacketComment(String cause, boolean again) {

    /** The comment's text. */
    String text(Verdict verdict) {
        return cause + (again ? ", sent again" : "") + " -> " + verdict.text();
    }
}
