package dev.fenestra.hw.sim.format;

import java.lang.foreign.MemorySegment;

/**
 * The receive requests of a card as a table.
 *
 * @param structure the table of its words
 * @param dataAt where in the request its pieces begin, bytes
 * @param piece of memory
 * @param fields its words
 * @param endKey key of a piece without length that ends the pieces, in a format that does not count them; 0 for any key
 */
public record ReceiveFormat(
        Structure structure, int dataAt, PieceFormat piece, Fields<ReceiveRole> fields, int endKey) {
    /**
     * A format that counts its pieces, or ends them by any piece without length.
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

    /** {@return whether a request says how many pieces it has} */
    public boolean countsPieces() {
        return word(ReceiveRole.PIECES).isPresent();
    }

    /** {@return whether a piece without length always means the end, so that software leaves it out} */
    public boolean endsByLength() {
        return !countsPieces() && endKey == 0;
    }

    /**
     * {@return whether a place has the end of the pieces}
     *
     * @param memory of the request
     * @param at where the piece begins
     */
    public boolean isEnd(MemorySegment memory, long at) {
        return !countsPieces()
                && !piece.length().isSet(memory, at)
                && (endKey == 0 || piece.lkey().getInt(memory, at) == endKey);
    }
}
