package dev.fenestra.tools.observe.decode;

import dev.fenestra.tools.input.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A decoded structure as JSON: an object with its fields, notes and parts. */
public final class DecodedJson {
    private DecodedJson() {}

    public static String of(Decoded decoded) {
        return Json.write(Structure.of(decoded)) + "\n";
    }

    /** A structure; the names are those of the format. */
    private record Structure(
            String title, long offset, long bytes, List<String> notes, List<Field> fields, List<Structure> parts) {

        static Structure of(Decoded decoded) {
            return new Structure(
                    decoded.title(),
                    decoded.offset(),
                    decoded.bytes(),
                    decoded.notes(),
                    decoded.fields().stream().map(Field::of).toList(),
                    decoded.parts().stream().map(Structure::of).toList());
        }
    }

    /**
     * A field.
     *
     * @param number left out where the value is no number, or too large for a reader to hold exactly
     */
    private record Field(
            String name,
            long offset,
            String bits,
            String value,
            @Nullable Long number,
            String meaning) {

        static Field of(DecodedField field) {
            return new Field(
                    field.name(),
                    field.place().offset(),
                    field.place().bits(),
                    field.value(),
                    field.number().isPresent() ? field.number().getAsLong() : null,
                    field.meaning());
        }
    }
}
