package dev.fenestra.vendor.mlx.testing;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object of a vector file: a vector itself, or a part of it.
 *
 * @param members by name
 */
public record Vector(Map<String, @Nullable Object> members) {

    /** Whether an object says something of this, though it may be null. */
    public boolean mentions(String name) {
        return members.containsKey(name);
    }

    public boolean has(String name) {
        return members.get(name) != null;
    }

    public String text(String name) {
        return (String) value(name);
    }

    public String name() {
        return has("name") ? text("name") : members.toString();
    }

    /** A JSON integer. */
    public int number(String name) {
        return ((Long) value(name)).intValue();
    }

    public int number(String name, int otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    /** A hexadecimal string with 0x. */
    public long hex(String name) {
        return Long.parseUnsignedLong(text(name).substring(2), 16);
    }

    public int hexInt(String name) {
        return (int) hex(name);
    }

    /** A bare hexadecimal string, as bytes. */
    public byte[] bytes(String name) {
        return HexFormat.of().parseHex(text(name));
    }

    /** Four bytes in the order of memory. */
    public int word(String name) {
        return Integer.parseUnsignedInt(text(name), 16);
    }

    public Vector object(String name) {
        return of(value(name));
    }

    public List<Vector> objects(String name) {
        return has(name) ? list(name).stream().map(Vector::of).toList() : List.of();
    }

    public List<String> texts(String name) {
        return has(name) ? list(name).stream().map(String.class::cast).toList() : List.of();
    }

    public int[] numbers(String name) {
        return list(name).stream().mapToInt(value -> ((Long) value).intValue()).toArray();
    }

    private List<?> list(String name) {
        return (List<?>) value(name);
    }

    private Object value(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    @SuppressWarnings("unchecked") // the reader makes objects of this type only
    static Vector of(Object value) {
        return new Vector((Map<String, @Nullable Object>) value);
    }

    @Override
    public String toString() {
        return name();
    }
}
