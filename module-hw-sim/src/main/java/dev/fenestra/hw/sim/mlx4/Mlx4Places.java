package dev.fenestra.hw.sim.mlx4;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What the table of mlx4's requests does not tell. The size of a request says how many pieces it has. Inline data lie
 * in parts: each has a word with its length, and ends with a block of 64 bytes.
 */
public final class Mlx4Places implements SendPlaces {
    private static final ValueLayout.OfInt WORD = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int HEAD = Integer.BYTES;
    private static final int BLOCK = 64;
    private static final int UNIT = 16;
    private static final int INLINE = 1 << 31;

    private final int slotBytes;
    private final int pd;

    /**
     * Makes the places of a ring.
     *
     * @param slotBytes bytes of a request, whatever it says itself
     * @param pd of the QP
     */
    public Mlx4Places(int slotBytes, int pd) {
        this.slotBytes = slotBytes;
        this.pd = pd;
    }

    private int end(MemorySegment memory, long base) {
        return Math.min(Mlx4Formats.SIZE.getInt(memory, base) * UNIT, slotBytes);
    }

    @Override
    public int pieces(MemorySegment memory, long base, RequestOperation operation) {
        if (isInline(memory, base, operation)) {
            return 1;
        }
        return (end(memory, base) - operation.dataAt()) / UNIT;
    }

    /** A length of 0 with the bit is an empty piece. */
    @Override
    public boolean isInline(MemorySegment memory, long base, RequestOperation operation) {
        return end(memory, base) > operation.dataAt() && isPart(memory.get(WORD, base + operation.dataAt()));
    }

    private static boolean isPart(int head) {
        return (head & INLINE) != 0 && head != INLINE;
    }

    @Override
    public int inlineBytes(MemorySegment memory, long base, RequestOperation operation) {
        int end = end(memory, base);
        int bytes = 0;
        for (int at = operation.dataAt(); at < end; at = at + BLOCK & -BLOCK) {
            int head = memory.get(WORD, base + at);
            if (!isPart(head)) {
                return bytes;
            }
            bytes += Math.min(head & ~INLINE, roomAt(at));
        }
        return bytes;
    }

    /** Bytes of data of the part whose head lies at a place. */
    private static int roomAt(int at) {
        return BLOCK - at % BLOCK - HEAD;
    }

    @Override
    public int inlineRoom(int bytes, RequestOperation operation) {
        int room = 0;
        for (int at = operation.dataAt(); at < bytes; at = at + BLOCK & -BLOCK) {
            room += roomAt(at);
        }
        return room;
    }

    @Override
    public void inline(
            MemorySegment memory, long base, int bytes, RequestOperation operation, int offset, InlineRun into) {
        int first = roomAt(operation.dataAt());
        int at = operation.dataAt();
        int within = offset;
        if (offset >= first) {
            int room = roomAt(0);
            at = (at + BLOCK & -BLOCK) + (offset - first) / room * BLOCK;
            within = (offset - first) % room;
        }
        // A request that says it is longer than its slot gets the last block of the slot.
        at = Math.min(at, Math.max(bytes, BLOCK) - BLOCK | at & BLOCK - 1);
        into.memory = memory;
        into.offset = base + at + HEAD + within;
        into.length = roomAt(at) - within;
    }

    /** An address handle says which PD it belongs to. */
    @Override
    public void path(MemorySegment memory, long base, RequestOperation operation, SendOperation into) {
        SendPlaces.super.path(memory, base, operation, into);
        into.hasPath &= operation.word(SendRole.AH).getInt(memory, base) == pd;
    }

    @Override
    public void piece(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece into) {
        SendPlaces.super.piece(format, memory, base, operation, number, into);
        into.length = (into.length & INLINE) == 0 ? into.length : 0;
    }

    @Override
    public void write(
            SendFormat format,
            MemorySegment memory,
            long base,
            RequestOperation operation,
            int number,
            DataPiece from) {
        SendPlaces.super.write(format, memory, base, operation, number, from);
        if (from.length == 0) {
            memory.set(WORD, base + operation.dataAt() + (long) number * UNIT, INLINE);
        }
    }

    @Override
    public void finish(
            MemorySegment memory, long base, RequestOperation operation, int pieces, boolean inline, long bytes) {
        int end = operation.dataAt() + pieces * UNIT;
        if (inline) {
            int left = (int) bytes;
            for (int at = operation.dataAt(); left > 0; at = at + BLOCK & -BLOCK) {
                int part = Math.min(left, roomAt(at));
                memory.set(WORD, base + at, INLINE | part);
                left -= part;
                end = at + HEAD + part;
            }
        }
        Mlx4Formats.SIZE.set(memory, base, (end + UNIT - 1) / UNIT);
    }
}
