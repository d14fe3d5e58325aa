package dev.fenestra.hw.sim.mlx5.prm;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * The signatures of command entries and mailbox blocks. A signature is the complement of the XOR of the bytes that it
 * covers. So the XOR of these bytes and the signature is {@code ff}.
 *
 * <p>Signing begins with the first entry of a command queue whose signature is right and not 0. From then on the device
 * checks every entry and every block of the queue and signs its answers, until the queue's address is written again.
 * Before that, the device does not check an entry with signature 0 or its blocks, and does not sign its answer. So
 * software that signs gives its first entry a signature other than 0; it chooses another token if it must.
 */
public final class CommandSignature {
    private static final int WHOLE = 0xff;
    private static final int CONTROL_OFFSET = MailboxBlock.RESERVED_OFFSET;

    private CommandSignature() {}

    /**
     * {@return the last word of an entry, signed} The signature covers the entry with this word in its place.
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param lastWord the last word, with any signature
     */
    public static int signed(MemorySegment memory, long base, int lastWord) {
        int bare = lastWord & ~CommandEntry.SIGNATURE.insert(-1);
        return bare | CommandEntry.SIGNATURE.insert(xorOfEntry(memory, base, bare) ^ WHOLE);
    }

    /**
     * {@return whether the signature of an entry with this last word is right}
     *
     * @param memory holds the entry
     * @param base offset of the entry, bytes
     * @param lastWord the last word, with the signature
     */
    public static boolean isRight(MemorySegment memory, long base, int lastWord) {
        return xorOfEntry(memory, base, lastWord) == WHOLE;
    }

    private static int xorOfEntry(MemorySegment memory, long base, int lastWord) {
        int lastOffset = CommandEntry.OWNERSHIP.offset();
        int beforeLast = CommandEntry.OUTPUT_LENGTH.word(memory, base);
        return fold(xor(memory, base, lastOffset - Integer.BYTES)) ^ fold(beforeLast ^ lastWord);
    }

    /**
     * Writes both signatures of a block.
     *
     * @param memory holds the block
     * @param base offset of the block, bytes
     */
    public static void signBlock(MemorySegment memory, long base) {
        int lastWord = MailboxBlock.SIGNATURE.word(memory, base);
        int bare = lastWord & ~(MailboxBlock.CONTROL_SIGNATURE.insert(-1) | MailboxBlock.SIGNATURE.insert(-1));
        int control = xorOfControl(memory, base, bare) ^ WHOLE;
        // The control part and its signature fold to ff; so what remains for the signature is the data alone.
        int signature = xorOfData(memory, base);
        MailboxBlock.SIGNATURE.word(
                memory,
                base,
                bare | MailboxBlock.CONTROL_SIGNATURE.insert(control) | MailboxBlock.SIGNATURE.insert(signature));
    }

    /**
     * {@return whether both signatures of a block are right}
     *
     * @param memory holds the block
     * @param base offset of the block, bytes
     */
    public static boolean isBlockRight(MemorySegment memory, long base) {
        int lastWord = MailboxBlock.SIGNATURE.word(memory, base);
        int signature = MailboxBlock.SIGNATURE.extract(lastWord);
        int control = xorOfControl(memory, base, lastWord) ^ signature;
        return control == WHOLE && (control ^ xorOfData(memory, base) ^ signature) == WHOLE;
    }

    private static int xorOfData(MemorySegment memory, long base) {
        return fold(xor(memory, base, MailboxBlock.DATA_BYTES));
    }

    private static int xorOfControl(MemorySegment memory, long base, int lastWord) {
        int bytes = MailboxBlock.BLOCK_NUMBER.offset() - CONTROL_OFFSET;
        int number = MailboxBlock.BLOCK_NUMBER.word(memory, base);
        return fold(xor(memory, base + CONTROL_OFFSET, bytes)) ^ fold(number ^ lastWord);
    }

    private static long xor(MemorySegment memory, long from, int bytes) {
        // One copy costs less than an access to the segment for each word.
        long[] words = new long[bytes / Long.BYTES];
        MemorySegment.copy(memory, JAVA_LONG_UNALIGNED, from, words, 0, words.length);
        long xor = 0;
        for (long word : words) {
            xor ^= word;
        }
        return xor;
    }

    /** The XOR of the bytes of a value. */
    private static int fold(long value) {
        long folded = value ^ value >>> 32;
        folded ^= folded >>> 16;
        return (int) (folded ^ folded >>> 8) & 0xff;
    }
}
