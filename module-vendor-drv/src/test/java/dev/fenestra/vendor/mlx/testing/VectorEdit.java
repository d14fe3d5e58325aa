package dev.fenestra.vendor.mlx.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A variant of one of the golden vectors of the test resources. Places are written as JSON pointers. Each edit makes
 * another variant.
 *
 * @param members of the vector
 */
public record VectorEdit(Map<String, @Nullable Object> members) {

    /** A vector by its name. */
    public static VectorEdit of(String file, String name) {
        return of(file, "/name", name);
    }

    /** The first vector of a file that has this value at a place. */
    public static VectorEdit of(String file, String pointer, Object value) {
        return VectorFile.ours(file).stream()
                .map(vector -> new VectorEdit(vector.members()))
                .filter(edit -> value.equals(edit.at(pointer)))
                .findFirst()
                .orElseThrow();
    }

    public Vector vector() {
        return new Vector(members);
    }

    public String text(String pointer) {
        return (String) Objects.requireNonNull(at(pointer), pointer);
    }

    /**
     * @param value whole numbers may be Integer
     */
    public VectorEdit set(String pointer, @Nullable Object value) {
        VectorEdit copy = new VectorEdit(copyOf(members));
        copy.put(pointer, value instanceof Integer number ? (Object) Long.valueOf(number) : value);
        return copy;
    }

    /** Sets the same in all elements of a list. */
    public VectorEdit setInAll(String list, String pointer, Object value) {
        VectorEdit edited = this;
        for (int i = 0; i < ((List<?>) Objects.requireNonNull(at(list), list)).size(); i++) {
            edited = edited.set(list + "/" + i + pointer, value);
        }
        return edited;
    }

    public VectorEdit edit(String pointer, UnaryOperator<String> change) {
        return set(pointer, change.apply(text(pointer)));
    }

    public VectorEdit remove(String pointer) {
        VectorEdit copy = new VectorEdit(copyOf(members));
        int last = pointer.lastIndexOf('/');
        ((Map<?, ?>) Objects.requireNonNull(copy.at(pointer.substring(0, last)), pointer))
                .remove(pointer.substring(last + 1));
        return copy;
    }

    /** Bytes in hexadecimal, with others from one byte on. */
    public static String hex(String bytes, int at, String others) {
        return bytes.substring(0, 2 * at) + others + bytes.substring(2 * at + others.length());
    }

    private @Nullable Object at(String pointer) {
        Object value = members;
        for (String step :
                pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/")) {
            value = value instanceof Map<?, ?> map
                    ? map.get(step)
                    : value instanceof List<?> list ? list.get(Integer.parseInt(step)) : null;
        }
        return value;
    }

    @SuppressWarnings("unchecked") // the reader makes objects of these types only
    private void put(String pointer, @Nullable Object value) {
        int last = pointer.lastIndexOf('/');
        Object parent = at(pointer.substring(0, last));
        String name = pointer.substring(last + 1);
        if (parent instanceof Map<?, ?> map) {
            ((Map<String, @Nullable Object>) map).put(name, value);
        } else {
            ((List<@Nullable Object>) Objects.requireNonNull(parent, pointer)).set(Integer.parseInt(name), value);
        }
    }

    private static Map<String, @Nullable Object> copyOf(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put((String) name, copyOfValue(value)));
        return copy;
    }

    private static @Nullable Object copyOfValue(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return copyOf(map);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(copyOfValue(element)));
            return copy;
        }
        return value;
    }
}
