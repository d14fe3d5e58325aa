package dev.fenestra.hw.sim.hns;

import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.MemorySegment;

/**
 * What the tables of hns do not tell. A request of a connected QP has room for two pieces or 32 bytes of inline data, a
 * datagram for no piece and 8 bytes; the others lie in a ring of pieces, one behind the other.
 *
 * @param further the ring of pieces; it may have none
 * @param pd of the QP
 */
public record HnsPlaces(RingSlots further, int pd) implements SendPlaces {
    /** The places of a request alone, without the ring. */
    public static final HnsPlaces WITHOUT_RING =
            new HnsPlaces(new RingSlots(new PinnedRing(new long[0], 0, _ -> MemorySegment.NULL, _ -> 0), 0, 0, 0), 0);

    private static final int INSIDE = 2;
    private static final int INLINE_INSIDE = 32;
    private static final int PIECE_BYTES = 1 << HnsFormats.LOG_PIECE_BYTES;
    private static final int SHORT_LENGTH = 0xffff;
    /** Where the bytes of short inline data lie in a datagram: in parts of words that are not needed then. */
    private static final int[] SCATTERED = {6, 7, 15, 16, 17, 18, 20, 21};

    private static boolean isDatagram(RequestOperation operation) {
        return operation.word(SendRole.REMOTE_QPN).isPresent();
    }

    private static boolean isAtomic(RequestOperation operation) {
        return operation.word(SendRole.SWAP).isPresent()
                || operation.word(SendRole.ADD).isPresent();
    }

    private static int inside(RequestOperation operation) {
        return isDatagram(operation) ? 0 : INSIDE;
    }

    private boolean isInlineOutside(MemorySegment memory, long base) {
        return further.count() > 0 && HnsFormats.INLINE_OUTSIDE.isSet(memory, base);
    }

    @Override
    public int inside(MemorySegment memory, long base, RequestOperation operation) {
        if (isInline(memory, base, operation)) {
            return HnsFormats.INLINE_OUTSIDE.isSet(memory, base) ? 0 : 1;
        }
        return Math.min(pieces(memory, base, operation), inside(operation));
    }

    /** The second piece of an atomic is its operands. */
    @Override
    public int pieceRoom(SendFormat format, int bytes, RequestOperation operation) {
        return isAtomic(operation) ? 1 : inside(operation) + further.count();
    }

    @Override
    public void piece(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece into) {
        int ahead = number - inside(operation);
        if (ahead < 0 || further.count() == 0) {
            SendPlaces.super.piece(format, memory, base, operation, Math.min(number, INSIDE - 1), into);
            return;
        }
        int place = HnsFormats.FURTHER.getInt(memory, base) + ahead;
        MemorySegment ring = further.segment(place);
        long at = further.offset(place);
        into.address = format.piece().address().get(ring, at);
        into.lkey = format.piece().lkey().getInt(ring, at);
        into.length = format.piece().length().get(ring, at);
    }

    @Override
    public void write(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece from) {
        int ahead = number - inside(operation);
        if (ahead < 0) {
            SendPlaces.super.write(format, memory, base, operation, number, from);
            return;
        }
        int place = HnsFormats.FURTHER.getInt(memory, base) + ahead;
        MemorySegment ring = further.segment(place);
        long at = further.offset(place);
        format.piece().address().set(ring, at, from.address);
        format.piece().lkey().set(ring, at, from.lkey);
        format.piece().length().set(ring, at, from.length);
    }

    /** In a datagram with short data, half of the word with the length is data. */
    @Override
    public int inlineBytes(MemorySegment memory, long base, RequestOperation operation) {
        int bytes = SendPlaces.super.inlineBytes(memory, base, operation);
        return isDatagram(operation) && !isInlineOutside(memory, base) ? bytes & SHORT_LENGTH : bytes;
    }

    @Override
    public int inlineRoom(int bytes, RequestOperation operation) {
        return Math.max(INLINE_INSIDE, further.count() * PIECE_BYTES);
    }

    /** Data that are longer than they say they can be are bytes of the same places again. */
    @Override
    public void inline(
            MemorySegment memory, long base, int bytes, RequestOperation operation, int offset, InlineRun into) {
        if (isInlineOutside(memory, base)) {
            int place = HnsFormats.FURTHER.getInt(memory, base) + offset / PIECE_BYTES;
            into.memory = further.segment(place);
            into.offset = further.offset(place) + offset % PIECE_BYTES;
            into.length = PIECE_BYTES - offset % PIECE_BYTES;
        } else if (isDatagram(operation)) {
            into.memory = memory;
            into.offset = base + SCATTERED[offset % SCATTERED.length];
            into.length = 1;
        } else {
            into.memory = memory;
            into.offset = base + HnsFormats.DATA_AT + offset % INLINE_INSIDE;
            into.length = INLINE_INSIDE - offset % INLINE_INSIDE;
        }
    }

    /** An address handle says which PD it belongs to. Of the traffic class it has what lies above its lowest 2 bits. */
    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        SendPlaces.super.path(memory, base, operation, into);
        into.hasPath = operation.word(SendRole.AH).getInt(memory, base) == pd;
        into.trafficClass <<= HnsFormats.CLASS_SHIFT;
        into.udpSourcePort = HnsFormats.UDP_PORT.getInt(memory, base);
    }
}
