package dev.fenestra.hw.sim.prm;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * The signatures of command entries and mailbox blocks. Each is the complement of the XOR of the bytes it covers, so
 * that the XOR of those bytes and itself is {@code ff}.
 *
 * <p>A command queue is signed from its first entry on whose signature is right and not 0: from then on the device
 * checks every entry and every block of it and signs its answers, until the queue's address is written anew. Before
 * that an entry with signature 0 is not checked, nor are its blocks, and its answer is not signed. So software that
 * signs gives its first entry a signature other than 0; another token is all it takes.
 */
public final class CommandSignature {
    private static final int WHOLE = 0xff;
    private static final int CONTROL_OFFSET = MailboxBlock.RESERVED_OFFSET;

    private CommandSignature() {}

    /** The last word of an entry, signed: the signature covers the entry with this word in its place. */
    public static int signed(MemorySegment memory, long base, int lastWord) {
        int bare = lastWord & ~CommandEntry.SIGNATURE.insert(-1);
        return bare | CommandEntry.SIGNATURE.insert(xorOfEntry(memory, base, bare) ^ WHOLE);
    }

    /** Whether the signature of an entry with this last word is right. */
    public static boolean isRight(MemorySegment memory, long base, int lastWord) {
        return xorOfEntry(memory, base, lastWord) == WHOLE;
    }

    private static int xorOfEntry(MemorySegment memory, long base, int lastWord) {
        int lastOffset = CommandEntry.OWNERSHIP.offset();
        int beforeLast = CommandEntry.OUTPUT_LENGTH.word(memory, base);
        return fold(xor(memory, base, lastOffset - Integer.BYTES)) ^ fold(beforeLast ^ lastWord);
    }

    /** Writes both signatures of a block. */
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

    /** Whether both signatures of a block are right. */
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
