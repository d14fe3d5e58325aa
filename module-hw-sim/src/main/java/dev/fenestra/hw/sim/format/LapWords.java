package dev.fenestra.hw.sim.format;

/**
 * How a ring of completions says which entries are new: by the lap, in a word of each entry that is stored last.
 *
 * @param bytes of an entry
 * @param owner the lap of the ring, a bit of a word of 4 bytes
 * @param isSetFirst whether the bit is 1 in the first lap, and 0 in the second
 * @param opcode what has completed
 * @param syndrome why a request has failed; not 0
 * @param failed opcode of a request that failed
 * @param resized opcode of the entry behind the last one of a ring that was exchanged
 */
public record LapWords(int bytes, Word owner, boolean isSetFirst, Word opcode, Word syndrome, int failed, int resized) {
    /**
     * A ring whose failed entries have no opcode of their own, and that is never exchanged.
     *
     * @param bytes of an entry
     * @param owner the lap of the ring, a bit of a word of 4 bytes
     * @param isSetFirst whether the bit is 1 in the first lap, and 0 in the second
     */
    public LapWords(int bytes, Word owner, boolean isSetFirst) {
        this(bytes, owner, isSetFirst, Word.ABSENT, Word.ABSENT, 0, 0);
    }

    /** {@return where the word begins that is stored last, bytes} */
    public int lastWord() {
        return owner.offset();
    }

    /**
     * {@return the bit of an entry that software may read}
     *
     * @param index of the entry, free-running
     * @param entries of the ring, a power of two
     */
    public boolean lap(int index, int entries) {
        return ((index & entries) != 0) != isSetFirst;
    }
}
