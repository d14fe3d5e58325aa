package dev.fenestra.hw.sim.format;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A structure of a card as a table: its name, its size, and its words in the order of their definition. It is filled
 * while the constants of its words are defined, so the table and the constants are one.
 */
public final class Structure {
    private final String name;
    private final int bytes;
    private final boolean isBigEndian;
    private final List<Word> words = new ArrayList<>();

    /**
     * Makes a table without words.
     *
     * @param name as the header of the library spells it
     * @param bytes size
     * @param order of its words, but for those that say otherwise
     */
    public Structure(String name, int bytes, ByteOrder order) {
        this.name = name;
        this.bytes = bytes;
        isBigEndian = order == ByteOrder.BIG_ENDIAN;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /** {@return its size, bytes} */
    public int bytes() {
        return bytes;
    }

    /** {@return its words, in the order of their definition} */
    public List<Word> words() {
        return Collections.unmodifiableList(words);
    }

    /**
     * {@return a new word of one byte}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word u8(String word, int offset) {
        return whole(word, offset, Byte.BYTES, isBigEndian);
    }

    /**
     * {@return a new word of 16 bits}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word u16(String word, int offset) {
        return whole(word, offset, Short.BYTES, isBigEndian);
    }

    /**
     * {@return a new word of 32 bits}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word u32(String word, int offset) {
        return whole(word, offset, Integer.BYTES, isBigEndian);
    }

    /**
     * {@return a new word of 64 bits}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word u64(String word, int offset) {
        return whole(word, offset, Long.BYTES, isBigEndian);
    }

    /**
     * {@return a new word of 32 bits in network order}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word be32(String word, int offset) {
        return whole(word, offset, Integer.BYTES, true);
    }

    /**
     * {@return a new word of 64 bits in network order}
     *
     * @param word its name
     * @param offset from the start, bytes
     */
    public Word be64(String word, int offset) {
        return whole(word, offset, Long.BYTES, true);
    }

    /**
     * {@return new bits of a 32-bit word}
     *
     * @param word their name
     * @param offset of the 32-bit word from the start, bytes
     * @param high the highest bit
     * @param low the lowest bit
     */
    public Word bits(String word, int offset, int high, int low) {
        return add(new Word(word, offset, Integer.BYTES, low, ones(high - low + 1), isBigEndian));
    }

    /**
     * {@return new bits of a 64-bit word}
     *
     * @param word their name
     * @param offset of the 64-bit word from the start, bytes
     * @param high the highest bit
     * @param low the lowest bit
     */
    public Word bits64(String word, int offset, int high, int low) {
        return add(new Word(word, offset, Long.BYTES, low, ones(high - low + 1), isBigEndian));
    }

    private Word whole(String word, int offset, int size, boolean isBig) {
        return add(new Word(word, offset, size, 0, ones(size * Byte.SIZE), isBig));
    }

    private Word add(Word word) {
        words.add(word);
        return word;
    }

    private static long ones(int count) {
        return count == Long.SIZE ? -1L : (1L << count) - 1;
    }
}
