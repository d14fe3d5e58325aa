package dev.fenestra.hw.sim.mlx5.prm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/** A block of a command's input or output beyond the first 16 bytes; blocks form a chain. */
public final class MailboxBlock {
    /** Size, bytes: data and control part. */
    public static final int BYTES = 576;
    /** Bytes of data in a block. */
    public static final int DATA_BYTES = 512;
    /** Blocks are aligned to this, bytes. */
    public static final int ALIGNMENT = 512;

    static final int RESERVED_OFFSET = 0x200;
    private static final int RESERVED_BYTES = 0x30;
    private static final Layout.Builder L = Layout.of("mailbox_block", BYTES);

    private static final List<Field> RESERVED = IntStream.range(0, RESERVED_BYTES / Long.BYTES)
            .mapToObj(i -> RESERVED_OFFSET + i * Long.BYTES)
            .map(at -> L.u64("reserved_at_" + Integer.toHexString(at * Byte.SIZE), at))
            .toList();

    /** Bus address of the next block; 0 in the last one. */
    public static final Field NEXT = L.u64("next_pointer", 0x230);
    /** Counts from 0 in each chain. */
    public static final Field BLOCK_NUMBER = L.u32("block_number", 0x238);

    private static final Field RESERVED_TAIL = L.bits("reserved_at_11e0", 0x23c, 31, 24);
    /** The token of the command's entry. */
    public static final Field TOKEN = L.bits("token", 0x23c, 23, 16);
    /** Over the bytes 0x200 to 0x23d; see {@link CommandSignature}. */
    public static final Field CONTROL_SIGNATURE = L.bits("ctrl_signature", 0x23c, 15, 8);
    /** Over the bytes 0x000 to 0x23e. */
    public static final Field SIGNATURE = L.bits("signature", 0x23c, 7, 0);

    /** All fields of the structure, for decoders. */
    public static final Layout LAYOUT = L.build();

    private MailboxBlock() {}

    /**
     * {@return blocks that a command's input or output needs beside the inline bytes of the entry}
     *
     * @param bytes length of the whole input or output
     */
    public static int blocksFor(long bytes) {
        long beyond = Math.max(0, bytes - CommandEntry.INLINE_BYTES);
        return (int) ((beyond + DATA_BYTES - 1) / DATA_BYTES);
    }

    /**
     * {@return whether all reserved bits of a block are 0}
     *
     * @param memory holds the block
     * @param base offset of the block, bytes
     */
    public static boolean isReservedClear(MemorySegment memory, long base) {
        if (RESERVED_TAIL.isSet(memory, base)) {
            return false;
        }
        for (Field field : RESERVED) {
            if (field.getLong(memory, base) != 0) {
                return false;
            }
        }
        return true;
    }
}
