package dev.fenestra.hw.sim.prm;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A named field of a layout: some bits of a 32-bit big-endian word, or a whole 64-bit word.
 *
 * <p>Fields are kept in static finals, so the compiler folds their geometry into each access. Code that needs several
 * fields of one word reads it once ({@link #word}) and takes them apart with {@link #extract}, or builds it with
 * {@link #insert}.
 *
 * @param name as the manual spells it
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

    public boolean is64() {
        return mask == -1L;
    }

    /** Width in bits. */
    public int width() {
        return Long.bitCount(mask);
    }

    /** The 32-bit word this field lies in. */
    public int word(MemorySegment memory, long base) {
        return memory.get(BE32, base + offset);
    }

    /** Writes the whole 32-bit word this field lies in. */
    public void word(MemorySegment memory, long base, int value) {
        memory.set(BE32, base + offset, value);
    }

    /** The aligned 64 bits that this field's word is one half of: two words by one access. */
    public long pair(MemorySegment memory, long base) {
        return memory.get(BE64, base + (offset & -Long.BYTES));
    }

    /** Writes those 64 bits: the word at the lower address, and the one behind it. */
    public void pair(MemorySegment memory, long base, int first, int second) {
        memory.set(BE64, base + (offset & -Long.BYTES), (long) first << Integer.SIZE | second & WHOLE_WORD);
    }

    /** The word that this field lies in out of a {@link #pair}. */
    public int wordOf(long pair) {
        return (int) ((offset & Integer.BYTES) == 0 ? pair >>> Integer.SIZE : pair);
    }

    /** This field out of its word. */
    public int extract(int word) {
        return word >>> shift & (int) mask;
    }

    /** A word with this field set to the low bits of a value and zeroes elsewhere. */
    public int insert(int value) {
        return (value & (int) mask) << shift;
    }

    /** The field of a layout that starts at {@code base}. */
    public int get(MemorySegment memory, long base) {
        return extract(word(memory, base));
    }

    public boolean isSet(MemorySegment memory, long base) {
        return get(memory, base) != 0;
    }

    /** A 64-bit field, or a narrower one without sign. */
    public long getLong(MemorySegment memory, long base) {
        return is64() ? memory.get(BE64, base + offset) : get(memory, base) & WHOLE_WORD;
    }

    /** Sets the field and leaves the rest of its word; bits of the value that do not fit are cut. */
    public void set(MemorySegment memory, long base, int value) {
        if (mask == WHOLE_WORD) {
            word(memory, base, value);
        } else {
            word(memory, base, word(memory, base) & ~((int) mask << shift) | insert(value));
        }
    }

    public void set(MemorySegment memory, long base, boolean value) {
        set(memory, base, value ? 1 : 0);
    }

    public void setLong(MemorySegment memory, long base, long value) {
        if (is64()) {
            memory.set(BE64, base + offset, value);
        } else {
            set(memory, base, (int) value);
        }
    }
}
