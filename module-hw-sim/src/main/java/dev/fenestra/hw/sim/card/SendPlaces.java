package dev.fenestra.hw.sim.card;

import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.roce.wire.FlowLabel;
import java.lang.foreign.MemorySegment;

/**
 * Where the parts of a send request lie, as far as a table cannot tell. By default a request takes one slot; its pieces
 * lie one after the other, and so do inline data.
 */
public interface SendPlaces {
    /**
     * {@return slots that a request takes}
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     */
    default int slots(MemorySegment memory, long base, RequestOperation operation) {
        return 1;
    }

    /**
     * {@return pieces of data, as the request says; one for inline data}
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     */
    default int pieces(MemorySegment memory, long base, RequestOperation operation) {
        return isInline(memory, base, operation)
                ? 1
                : operation.word(SendRole.PIECES).getInt(memory, base);
    }

    /**
     * {@return pieces that lie in the request} The others have memory of their own; for 0, inline data have it.
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     */
    default int inside(MemorySegment memory, long base, RequestOperation operation) {
        return pieces(memory, base, operation);
    }

    /**
     * {@return whether the data lie in the request}
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     */
    default boolean isInline(MemorySegment memory, long base, RequestOperation operation) {
        return operation.word(SendRole.INLINE).isSet(memory, base);
    }

    /**
     * {@return bytes of inline data}
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     */
    default int inlineBytes(MemorySegment memory, long base, RequestOperation operation) {
        Word word = operation.word(SendRole.INLINE_BYTES);
        return word.getInt(memory, base);
    }

    /**
     * {@return bytes of inline data that a request of this size has room for}
     *
     * @param bytes of the request, as far as they lie together
     * @param operation its operation
     */
    default int inlineRoom(int bytes, RequestOperation operation) {
        return Math.max(0, bytes - operation.dataAt());
    }

    /**
     * Finds inline data from an offset on, as far as they lie one after the other.
     *
     * @param memory of the request
     * @param base where it begins
     * @param bytes of the request, as far as they lie together
     * @param operation its operation
     * @param offset in the data, below {@link #inlineRoom}
     * @param into gets the run
     */
    default void inline(
            MemorySegment memory, long base, int bytes, RequestOperation operation, int offset, InlineRun into) {
        into.memory = memory;
        into.offset = base + operation.dataAt() + offset;
        into.length = inlineRoom(bytes, operation) - offset;
    }

    /**
     * {@return where in a request a piece begins that is memory, bytes}
     *
     * @param format of the request
     * @param operation its operation
     * @param number of the piece, from 0
     */
    default int pieceAt(SendFormat format, RequestOperation operation, int number) {
        return operation.dataAt() + number * format.piece().bytes();
    }

    /**
     * Reads a piece that is memory.
     *
     * @param format of the request
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     * @param number of the piece, from 0; it lies in the request
     * @param into gets the piece
     */
    default void piece(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece into) {
        long at = base + pieceAt(format, operation, number);
        into.address = format.piece().address().get(memory, at);
        into.lkey = format.piece().lkey().getInt(memory, at);
        into.length = format.piece().length().get(memory, at);
    }

    /**
     * {@return pieces that a request of this size has room for}
     *
     * @param format of the request
     * @param bytes of the request, as far as they lie together
     * @param operation its operation
     */
    default int pieceRoom(SendFormat format, int bytes, RequestOperation operation) {
        return Math.max(0, bytes - operation.dataAt()) / format.piece().bytes();
    }

    /**
     * Writes a piece that is memory, as a user half does.
     *
     * @param format of the request
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     * @param number of the piece, from 0, below {@link #pieceRoom}
     * @param from the piece
     */
    default void write(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece from) {
        long at = base + pieceAt(format, operation, number);
        format.piece().address().set(memory, at, from.address);
        format.piece().lkey().set(memory, at, from.lkey);
        format.piece().length().set(memory, at, from.length);
    }

    /**
     * Says how many data a request has, as a user half does when it has written them all.
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     * @param pieces of memory; 0 with inline data
     * @param inline whether the data lie in the request
     * @param bytes of all data
     */
    default void finish(
            MemorySegment memory, long base, RequestOperation operation, int pieces, boolean inline, long bytes) {
        operation.word(SendRole.PIECES).set(memory, base, pieces);
        operation.word(SendRole.INLINE).set(memory, base, inline);
        operation.word(SendRole.DATA_BYTES).set(memory, base, bytes);
        if (inline) {
            operation.word(SendRole.INLINE_BYTES).set(memory, base, bytes);
        }
    }

    /**
     * UD: finds the path of a request. By default it lies in the request, if anywhere.
     *
     * @param memory of the request
     * @param base where it begins
     * @param operation its operation
     * @param into gets the path
     */
    default void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        into.hasPath = operation.word(SendRole.PATH_GLOBAL).isSet(memory, base);
        into.sourceGidIndex = operation.word(SendRole.PATH_GID_INDEX).getInt(memory, base);
        into.remoteGidHigh = operation.word(SendRole.PATH_GID_HIGH).get(memory, base);
        into.remoteGidLow = operation.word(SendRole.PATH_GID_LOW).get(memory, base);
        into.trafficClass = operation.word(SendRole.PATH_CLASS).getInt(memory, base);
        into.flowLabel = operation.word(SendRole.PATH_FLOW).getInt(memory, base);
        into.hopLimit = operation.word(SendRole.PATH_HOPS).getInt(memory, base);
        into.udpSourcePort = into.flowLabel == 0 ? 0 : FlowLabel.udpSourcePort(into.flowLabel);
    }
}
