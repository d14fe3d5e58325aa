package dev.fenestra.tools.observe.decode;

import java.util.ArrayList;
import java.util.List;

/** Builds a {@link Decoded}. */
final class Section {
    private final String title;
    private final long offset;
    private final long bytes;
    private final List<DecodedField> fields = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Decoded> parts = new ArrayList<>();

    Section(String title, long offset, long bytes) {
        this.title = title;
        this.offset = offset;
        this.bytes = bytes;
    }

    Section field(DecodedField field) {
        fields.add(field);
        return this;
    }

    Section fields(List<DecodedField> more) {
        fields.addAll(more);
        return this;
    }

    Section note(String sentence) {
        notes.add(sentence);
        return this;
    }

    Section part(Decoded part) {
        parts.add(part);
        return this;
    }

    Decoded build() {
        return new Decoded(title, offset, bytes, fields, notes, parts);
    }
}
