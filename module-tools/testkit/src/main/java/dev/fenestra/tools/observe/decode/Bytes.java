package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.Layout;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The input that structures are read from. Offsets count from its start. */
final class Bytes {
    private final byte[] array;
    private final MemorySegment memory;

    Bytes(byte[] array) {
        this.array = array;
        memory = MemorySegment.ofArray(array);
    }

    int size() {
        return array.length;
    }

    byte[] array() {
        return array;
    }

    /** An offset in the form of all messages. */
    static String at(long offset) {
        return "0x" + HexFormat.of().toHexDigits(offset, offset < 0x1000 ? 3 : Long.BYTES);
    }

    /** Throws unless {@code bytes} bytes lie at an offset. */
    void need(String what, long offset, long bytes) throws DecodeException {
        if (size() < offset + bytes) {
            throw new DecodeException(what + " takes " + bytes + " bytes from offset " + at(offset)
                    + " on, but the input ends at " + at(size()));
        }
    }

    long get(Field field, long base) {
        return field.getLong(memory, base);
    }

    int getInt(Field field, long base) {
        return field.get(memory, base);
    }

    boolean isSet(Field field, long base) {
        return field.isSet(memory, base);
    }

    String hex(long offset, long bytes) {
        return HexFormat.of().formatHex(array, (int) offset, (int) (offset + bytes));
    }

    int xor(long offset, long bytes) {
        int sum = 0;
        for (long i = offset; i < offset + bytes; i++) {
            sum ^= array[(int) i];
        }
        return sum & 0xff;
    }

    /** Every field of a layout that starts at an offset. */
    List<DecodedField> fields(Layout layout, long base, Map<Field, Meaning> meanings) {
        return layout.fields().stream()
                .map(field -> field(field, base, meanings.getOrDefault(field, Meaning.NONE)))
                .toList();
    }

    DecodedField field(Field field, long base, Meaning meaning) {
        long value = get(field, base);
        return DecodedField.ofNumber(field.name(), Place.of(field, base), value, meaning.of(value));
    }

    /** A word of a structure that begins at an offset. */
    DecodedField word(Word word, long base, Meaning meaning) {
        long value = word.get(memory, base);
        return DecodedField.ofNumber(word.name(), Place.of(word, base), value, meaning.of(value));
    }

    /** The words that a structure has, in their order there. */
    List<DecodedField> words(Map<Word, Meaning> words, long base) {
        return words.entrySet().stream()
                .filter(word -> word.getKey().isPresent())
                .map(word -> word(word.getKey(), base, word.getValue()))
                .sorted(Comparator.comparingLong(field -> field.place().firstBit()))
                .toList();
    }

    /** A structure of its layout's fields alone. */
    Decoded segment(String title, Layout layout, long base, Map<Field, Meaning> meanings) throws DecodeException {
        need("the " + title, base, layout.bytes());
        return new Section(title, base, layout.bytes())
                .fields(fields(layout, base, meanings))
                .build();
    }

    /** Bytes that are not decoded. */
    Decoded raw(String title, long offset, long bytes) {
        return new Section(title, offset, bytes)
                .field(data("bytes", offset, bytes))
                .build();
    }

    DecodedField data(String name, long offset, long bytes) {
        return new DecodedField(name, Place.ofBytes(offset, bytes), hex(offset, bytes), bytes + " bytes");
    }
}
