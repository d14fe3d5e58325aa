package dev.fenestra.vendor.slate.user;

import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SlateOpcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Writes one send descriptor after the other; which of them the card may see is not its business. */
final class DescriptorWriter {
    private static final ValueLayout.OfLong LE64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Ring ring;
    private final int mask;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private int pieces;
    private int inlineBytes;

    DescriptorWriter(Ring ring, int room) {
        this.ring = ring;
        mask = room - 1;
    }

    /** Begins the descriptor with this count. */
    void begin(int count, SlateOpcode opcode, long wrId, int flags) {
        int at = (count & mask) * Descriptor.BYTES;
        memory = ring.segment(at);
        base = ring.offset(at);
        pieces = 0;
        inlineBytes = 0;
        Descriptor.OPCODE.set(memory, base, opcode.number());
        Descriptor.FLAGS.set(memory, base, flags);
        Descriptor.PIECES.set(memory, base, 0);
        Descriptor.INLINE_BYTES.set(memory, base, 0);
        Descriptor.COOKIE.setLong(memory, base, wrId);
    }

    void immediate(int value) {
        Descriptor.IMMEDIATE.set(memory, base, value);
    }

    void remote(int rkey, long address) {
        Descriptor.RKEY.set(memory, base, rkey);
        Descriptor.REMOTE_ADDRESS.setLong(memory, base, address);
    }

    void operands(long compare, long swapOrAdd) {
        Descriptor.COMPARE.setLong(memory, base, compare);
        Descriptor.SWAP_OR_ADD.setLong(memory, base, swapOrAdd);
    }

    void flush(int length, int types, int level) {
        Descriptor.REMOTE_LENGTH.set(memory, base, length);
        Descriptor.FLUSH_TYPES.set(memory, base, types);
        Descriptor.FLUSH_LEVEL.set(memory, base, level);
    }

    void bind(int windowKey, int newKey, int lkey, long address, long length, int access) {
        immediate(windowKey);
        operands(address, length);
        Descriptor.BIND_KEY.set(memory, base, newKey);
        Descriptor.BIND_LKEY.set(memory, base, lkey);
        Descriptor.BIND_RIGHTS.set(memory, base, rights(access));
    }

    private static int rights(int access) {
        return (AccessFlag.REMOTE_READ.in(access) ? Descriptor.WINDOW_READ : 0)
                | (AccessFlag.REMOTE_WRITE.in(access) ? Descriptor.WINDOW_WRITE : 0)
                | (AccessFlag.REMOTE_ATOMIC.in(access) ? Descriptor.WINDOW_ATOMIC : 0)
                | (AccessFlag.FLUSH_GLOBAL.in(access) ? Descriptor.WINDOW_FLUSH_GLOBAL : 0)
                | (AccessFlag.FLUSH_PERSISTENT.in(access) ? Descriptor.WINDOW_FLUSH_PERSISTENT : 0)
                | (AccessFlag.ZERO_BASED.in(access) ? Descriptor.WINDOW_ZERO_BASED : 0);
    }

    /** False when there is no room for another piece. */
    boolean piece(int lkey, long address, int length) {
        if (pieces == Descriptor.MAX_PIECES) {
            return false;
        }
        long piece = base + Descriptor.DATA + (long) pieces * Descriptor.PIECE_BYTES;
        Descriptor.PIECE_ADDRESS.setLong(memory, piece, address);
        Descriptor.PIECE_LKEY.set(memory, piece, lkey);
        Descriptor.PIECE_LENGTH.set(memory, piece, length);
        Descriptor.PIECES.set(memory, base, ++pieces);
        return true;
    }

    /** Copies process memory behind what is inline already; false when it does not fit or is not mapped. */
    boolean inline(UserMemory from, long address, int length) {
        if (Integer.compareUnsigned(length, Descriptor.MAX_INLINE - inlineBytes) > 0) {
            return false;
        }
        int done = 0;
        while (done < length) {
            long to = base + Descriptor.DATA + inlineBytes + done;
            int part = (int) from.load(address + done, memory, to, length - done);
            if (part == 0) {
                return false;
            }
            done += part;
        }
        markInline(length);
        return true;
    }

    /** The data are these 8 bytes. */
    void value(long value) {
        memory.set(LE64, base + Descriptor.DATA, value);
        markInline(Long.BYTES);
    }

    private void markInline(int bytes) {
        inlineBytes += bytes;
        Descriptor.FLAGS.set(memory, base, Descriptor.FLAGS.get(memory, base) | Descriptor.INLINE);
        Descriptor.PIECES.set(memory, base, 1);
        Descriptor.INLINE_BYTES.set(memory, base, inlineBytes);
    }
}
