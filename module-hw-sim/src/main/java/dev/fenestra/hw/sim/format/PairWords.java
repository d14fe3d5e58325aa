package dev.fenestra.hw.sim.format;

/**
 * How a ring of completions says which entries are new, when a completion takes one entry or two: by a bit that is set
 * in odd laps, in the last word of each entry, which is stored last.
 *
 * @param bytes of an entry
 * @param valid the lap, in the first entry
 * @param moreValid the lap, in the second entry
 * @param hasMore whether there is a second entry
 * @param needsMore whether the completion says something that lies in the second entry
 * @param status how a request has ended; not 0 for a failure
 * @param failed whether it has failed
 */
public record PairWords(int bytes, Word valid, Word moreValid, Word hasMore, Word needsMore, Word status, Word failed) {
    /** {@return where the last word of an entry begins, bytes} */
    public int lastWord() {
        return bytes - Long.BYTES;
    }
}
