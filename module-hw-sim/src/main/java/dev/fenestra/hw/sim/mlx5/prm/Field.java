package dev.fenestra.hw.sim.mlx5.prm;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A named field of a layout: some bits of a 32-bit big-endian word, or a whole 64-bit word.
 *
 * <p>Fields are kept in static finals, so the compiler folds their geometry into each access. Code that needs several
 * fields of one word reads it once ({@link #word}) and reads each field with {@link #extract}, or builds the word with
 * {@link #insert}.
 *
 * @param name as the PRM spells it
 * @param offset of the word from the start of the layout, bytes
 * @param shift of the field within its word
 * @param mask of the field, before shifting; all ones of 64 bits marks a 64-bit field
 */
public record Field(String name, int offset, int shift, long mask) {
    private static final ValueLayout.OfInt BE32 = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout.OfLong BE64 = JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final long WHOLE_WORD = 0xffffffffL;

    static Field bits(String name, int offset, int high, int low) {
        return new Field(name, offset, low, (1L << high - low + 1) - 1);
    }

    static Field u64(String name, int offset) {
        return new Field(name, offset, 0, -1L);
    }

    /** {@return whether the field is a whole 64-bit word} */
    public boolean is64() {
        return mask == -1L;
    }

    /** {@return width in bits, 1 to 64} */
    public int width() {
        return Long.bitCount(mask);
    }

    /**
     * {@return the 32-bit word that holds the field}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public int word(MemorySegment memory, long base) {
        return memory.get(BE32, base + offset);
    }

    /**
     * Writes the whole 32-bit word that holds the field.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value the new word
     */
    public void word(MemorySegment memory, long base, int value) {
        memory.set(BE32, base + offset, value);
    }

    /**
     * {@return the aligned 64 bits that hold the field's word: two words by one access}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public long pair(MemorySegment memory, long base) {
        return memory.get(BE64, base + (offset & -Long.BYTES));
    }

    /**
     * Writes the aligned 64 bits that hold the field's word.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param first the word at the lower address
     * @param second the word at the higher address
     */
    public void pair(MemorySegment memory, long base, int first, int second) {
        memory.set(BE64, base + (offset & -Long.BYTES), (long) first << Integer.SIZE | second & WHOLE_WORD);
    }

    /**
     * {@return the word that holds this field}
     *
     * @param pair as {@link #pair} read it
     */
    public int wordOf(long pair) {
        return (int) ((offset & Integer.BYTES) == 0 ? pair >>> Integer.SIZE : pair);
    }

    /**
     * {@return the field's value, without sign}
     *
     * @param word the word that holds the field
     */
    public int extract(int word) {
        return word >>> shift & (int) mask;
    }

    /**
     * {@return a word with this field set and zeros elsewhere}
     *
     * @param value the low bits count
     */
    public int insert(int value) {
        return (value & (int) mask) << shift;
    }

    /**
     * {@return the field's value, without sign unless it has 32 bits}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public int get(MemorySegment memory, long base) {
        return extract(word(memory, base));
    }

    /**
     * {@return whether any bit of the field is set}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public boolean isSet(MemorySegment memory, long base) {
        return get(memory, base) != 0;
    }

    /**
     * {@return the value of a 64-bit field, or of a narrower one without sign}
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     */
    public long getLong(MemorySegment memory, long base) {
        return is64() ? memory.get(BE64, base + offset) : get(memory, base) & WHOLE_WORD;
    }

    /**
     * Sets the field and leaves the rest of its word.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value the low bits count
     */
    public void set(MemorySegment memory, long base, int value) {
        if (mask == WHOLE_WORD) {
            word(memory, base, value);
        } else {
            word(memory, base, word(memory, base) & ~((int) mask << shift) | insert(value));
        }
    }

    /**
     * Sets a field of one bit and leaves the rest of its word.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value the bit
     */
    public void set(MemorySegment memory, long base, boolean value) {
        set(memory, base, value ? 1 : 0);
    }

    /**
     * Sets a field of any width and leaves the rest of its word.
     *
     * @param memory holds the structure
     * @param base offset of the structure, bytes
     * @param value the low bits count
     */
    public void setLong(MemorySegment memory, long base, long value) {
        if (is64()) {
            memory.set(BE64, base + offset, value);
        } else {
            set(memory, base, (int) value);
        }
    }
}
