package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.tools.proof.oracle.program.Side;

/**
 * The target of a message that failed. Each byte has its old value or that of the message.
 *
 * @param offset in the host's memory
 * @param data of the message
 */
public record Landing(Side side, int offset, byte[] data) {

    /** Takes over what has landed; a byte that is neither the old one nor that of the message stays as it was. */
    public void adopt(byte[] seen, byte[] model) {
        for (int i = 0; i < data.length; i++) {
            if (seen[offset + i] == data[i]) {
                model[offset + i] = data[i];
            }
        }
    }
}
