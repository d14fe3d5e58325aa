package dev.fenestra.hw.sim.format;

/**
 * An operation of a send queue.
 *
 * @param number that stands for it in a request
 * @param opcode one of {@link dev.fenestra.hw.sim.hca.vocabulary.SendOpcode}
 * @param dataAt where in the request its data begin, bytes
 * @param fields its words
 */
public record RequestOperation(int number, int opcode, int dataAt, Fields<SendRole> fields) {
    /**
     * {@return the word of a meaning, or {@link Word#ABSENT}}
     *
     * @param role the meaning
     */
    public Word word(SendRole role) {
        return fields.word(role);
    }
}
