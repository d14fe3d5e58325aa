package dev.fenestra.hw.sim.format;

import java.lang.foreign.MemorySegment;

/**
 * The receive requests of a card as a table.
 *
 * @param structure the table of its words
 * @param dataAt where in the request its first piece begins, bytes
 * @param moreAt where in the request its second piece begins, bytes; the others follow it
 * @param piece of memory
 * @param fields its words
 * @param endKey key of a piece without length that ends the pieces, in a format that does not count them; 0 for any key
 */
public record ReceiveFormat(
        Structure structure, int dataAt, int moreAt, PieceFormat piece, Fields<ReceiveRole> fields, int endKey) {
    /**
     * A format whose pieces lie one behind the other.
     *
     * @param structure the table of its words
     * @param dataAt where in the request its pieces begin, bytes
     * @param piece of memory
     * @param fields its words
     * @param endKey key of a piece without length that ends the pieces, in a format that does not count them; 0 for any
     *     key
     */
    public ReceiveFormat(Structure structure, int dataAt, PieceFormat piece, Fields<ReceiveRole> fields, int endKey) {
        this(structure, dataAt, dataAt + piece.bytes(), piece, fields, endKey);
    }

    /**
     * A format that counts its pieces, or ends them by any piece without length; they lie one behind the other.
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
        return word(ReceiveRole.PIECES).isPresent()
                || word(ReceiveRole.MORE_PIECES).isPresent();
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

    /**
     * {@return where in the request a piece begins, bytes}
     *
     * @param number of the piece, from 0
     */
    public long pieceAt(int number) {
        return number == 0 ? dataAt : moreAt + (number - 1L) * piece.bytes();
    }

    /**
     * {@return whether a request has a piece, as far as it counts them}
     *
     * @param memory of the request
     * @param base where it begins
     * @param number of the piece, from 0
     */
    public boolean hasPiece(MemorySegment memory, long base, int number) {
        Word pieces = word(ReceiveRole.PIECES);
        Word more = word(ReceiveRole.MORE_PIECES);
        return (!pieces.isPresent() || Integer.compareUnsigned(number, pieces.getInt(memory, base)) < 0)
                && (!more.isPresent() || number <= more.getInt(memory, base));
    }

    /**
     * Says how many pieces a request has, as a user half does when it has written them.
     *
     * @param memory of the request
     * @param base where it begins
     * @param pieces of memory
     * @param slotBytes bytes that the request has room for
     */
    public void finish(MemorySegment memory, long base, int pieces, int slotBytes) {
        word(ReceiveRole.PIECES).set(memory, base, pieces);
        word(ReceiveRole.MORE_PIECES).set(memory, base, pieces & ~1);
        boolean fillsUp = word(ReceiveRole.MORE_PIECES).isPresent() && (pieces & 1) == 0;
        long end = pieceAt(pieces);
        if (fillsUp || !countsPieces() && end < slotBytes) {
            piece.address().set(memory, base + end, 0);
            piece.lkey().set(memory, base + end, endKey);
            piece.length().set(memory, base + end, 0);
        }
    }
}
