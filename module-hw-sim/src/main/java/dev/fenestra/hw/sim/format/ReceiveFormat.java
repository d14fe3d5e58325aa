package dev.fenestra.hw.sim.format;

/**
 * The receive requests of a card as a table.
 *
 * @param structure the table of its words
 * @param dataAt where in the request its pieces begin, bytes
 * @param piece of memory
 * @param fields its words
 */
public record ReceiveFormat(Structure structure, int dataAt, PieceFormat piece, Fields<ReceiveRole> fields) {
    /**
     * {@return the word of a meaning, or {@link Word#ABSENT}}
     *
     * @param role the meaning
     */
    public Word word(ReceiveRole role) {
        return fields.word(role);
    }
}
