package dev.fenestra.hw.sim.irdma;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.MemorySegment;

/**
 * What the table of irdma's requests does not tell. The first piece lies before the header of a request, the others in
 * its further quanta, two in each; immediate data take the place of the first. Of inline data, 8 bytes lie before the
 * header, and 31 in each further quantum.
 *
 * @param handles address handles of the card
 * @param pd of the QP
 */
public record IrdmaPlaces(AddressHandles handles, int pd) implements SendPlaces {
    private static final int FIRST_INLINE = 8;
    private static final int MORE_INLINE = IrdmaFormats.QUANTUM - 1;
    private static final int PIECE = 16;

    private static boolean hasData(RequestOperation operation) {
        return operation.dataAt() == 0;
    }

    private static int immediates(RequestOperation operation) {
        return operation.word(SendRole.IMMEDIATE).isPresent() ? 1 : 0;
    }

    @Override
    public int slots(MemorySegment memory, long base, RequestOperation operation) {
        if (!hasData(operation)) {
            return 1;
        }
        if (!isInline(memory, base, operation)) {
            return 1 + IrdmaFormats.MORE.getInt(memory, base) + 1 >> 1;
        }
        int more = inlineBytes(memory, base, operation) - FIRST_INLINE;
        return more <= 0 ? 1 : Math.min(IrdmaFormats.BLOCK, 2 + (more - 1) / MORE_INLINE);
    }

    @Override
    public int pieces(MemorySegment memory, long base, RequestOperation operation) {
        if (!hasData(operation)) {
            return 0;
        }
        int more = IrdmaFormats.MORE.getInt(memory, base) - immediates(operation);
        return isInline(memory, base, operation) ? 1 : 1 + more;
    }

    @Override
    public int pieceRoom(SendFormat format, int bytes, RequestOperation operation) {
        return bytes / PIECE - 1 - immediates(operation);
    }

    @Override
    public int pieceAt(SendFormat format, RequestOperation operation, int number) {
        int place = number + immediates(operation);
        return place == 0 ? 0 : PIECE + place * PIECE;
    }

    @Override
    public int inlineRoom(int bytes, RequestOperation operation) {
        return FIRST_INLINE + (bytes / IrdmaFormats.QUANTUM - 1) * MORE_INLINE;
    }

    /** A request that says it is longer than its block gets the last quantum of the block. */
    @Override
    public void inline(
            MemorySegment memory, long base, int bytes, RequestOperation operation, int offset, InlineRun into) {
        int more = offset - FIRST_INLINE;
        int quantum = Math.min(1 + more / MORE_INLINE, bytes / IrdmaFormats.QUANTUM - 1);
        boolean isFirst = more < 0 || quantum == 0;
        int within = isFirst ? offset % FIRST_INLINE : more % MORE_INLINE;
        into.memory = memory;
        into.offset = base + (isFirst ? FIRST_INLINE : (long) quantum * IrdmaFormats.QUANTUM) + within;
        into.length = (isFirst ? FIRST_INLINE : MORE_INLINE) - within;
    }

    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        handles.find(operation.word(SendRole.AH).getInt(memory, base), pd, into);
    }

    @Override
    public void finish(
            MemorySegment memory, long base, RequestOperation operation, int pieces, boolean inline, long bytes) {
        operation.word(SendRole.INLINE).set(memory, base, inline);
        if (inline) {
            operation.word(SendRole.INLINE_BYTES).set(memory, base, bytes);
        } else if (hasData(operation)) {
            IrdmaFormats.MORE.set(memory, base, pieces + immediates(operation) & ~1);
        }
    }
}
