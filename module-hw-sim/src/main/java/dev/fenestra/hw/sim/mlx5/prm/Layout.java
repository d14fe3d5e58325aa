package dev.fenestra.hw.sim.mlx5.prm;

import java.util.ArrayList;
import java.util.List;

/**
 * A structure of the PRM: its name, size and fields in order.
 *
 * @param name as the PRM spells it
 * @param bytes size
 * @param fields in the order of definition
 */
public record Layout(String name, int bytes, List<Field> fields) {

    static Builder of(String name, int bytes) {
        return new Builder(name, bytes);
    }

    /** Collects fields as they are defined, so that a layout and its constants are one table. */
    static final class Builder {
        private final String name;
        private final int bytes;
        private final List<Field> fields = new ArrayList<>();

        private Builder(String name, int bytes) {
            this.name = name;
            this.bytes = bytes;
        }

        /** Bits {@code high} to {@code low} of the 32-bit word at an offset. */
        Field bits(String field, int offset, int high, int low) {
            return add(Field.bits(field, offset, high, low));
        }

        Field bit(String field, int offset, int bit) {
            return bits(field, offset, bit, bit);
        }

        Field u32(String field, int offset) {
            return bits(field, offset, 31, 0);
        }

        Field u64(String field, int offset) {
            return add(Field.u64(field, offset));
        }

        private Field add(Field field) {
            fields.add(field);
            return field;
        }

        Layout build() {
            return new Layout(name, bytes, List.copyOf(fields));
        }
    }
}
