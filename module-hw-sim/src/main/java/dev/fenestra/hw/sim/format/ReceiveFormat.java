package dev.fenestra.hw.sim.format;

/**
 * The receive requests of a card as a table.
 *
 * @param structure the table of its words
 * @param dataAt where in the request its pieces begin, bytes
 * @param piece of memory
 * @param fields its words
 * @param endKey key of a piece without length that ends the pieces; 0 for a format that counts them
 */
public record ReceiveFormat(
        Structure structure, int dataAt, PieceFormat piece, Fields<ReceiveRole> fields, int endKey) {
    /**
     * A format that counts its pieces.
     *
     * @param structure the table of its words
     * @param dataAt where in the request its pieces begin, bytes
     * @param piece of memory
     * @param fields its words
     */
    public ReceiveFormat(Structure structure, int dataAt, PieceFormat piece, Fields<ReceiveRole> fields) {
        this(structure, dataAt, piece, fields, 0);
    }

    /**
     * {@return the word of a meaning, or {@link Word#ABSENT}}
     *
     * @param role the meaning
     */
    public Word word(ReceiveRole role) {
        return fields.word(role);
    }
}
