package dev.fenestra.tools.observe.decode;

import java.util.List;

/**
 * A decoded structure.
 *
 * @param offset from the start of the input, bytes
 * @param bytes its size
 * @param notes facts about several fields, a sentence each
 * @param parts the structures it consists of, in order
 */
public record Decoded(
        String title, long offset, long bytes, List<DecodedField> fields, List<String> notes, List<Decoded> parts) {
    public Decoded {
        fields = List.copyOf(fields);
        notes = List.copyOf(notes);
        parts = List.copyOf(parts);
    }
}
