package dev.fenestra.hw.sim.format;

/**
 * How a ring of completions says which entries are new: by the lap, in the last word of each entry, which is big-endian
 * and stored last.
 *
 * @param bytes of an entry
 * @param owner the lap of the ring: 0 in the first one
 * @param opcode what has completed
 * @param syndrome why a request has failed; not 0
 * @param failed opcode of a request that failed
 * @param resized opcode of the entry behind the last one of a ring that was exchanged
 */
public record LapWords(int bytes, Word owner, Word opcode, Word syndrome, int failed, int resized) {
    /** {@return where the last word of an entry begins, bytes} */
    public int lastWord() {
        return bytes - Integer.BYTES;
    }
}
