package dev.fenestra.ib.core.vocabulary;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a call was given, for observers: names as in the man pages, and values as a reader wants them. They are made
 * only when somebody watches.
 *
 * @param list in the order of the call
 */
public record CallArguments(List<Argument> list) {
    /** A call without arguments. */
    public static final CallArguments NONE = new CallArguments(List.of());

    /** Copies the list. */
    public CallArguments {
        list = List.copyOf(list);
    }

    /**
     * One argument.
     *
     * @param name as in the man page
     * @param value a decimal number, an address in hexadecimal with 0x, or words
     */
    public record Argument(String name, String value) {}

    /**
     * {@return one argument}
     *
     * @param name of the argument
     * @param value a number, or something that says in words what it is
     */
    public static CallArguments of(String name, Object value) {
        return NONE.with(name, value);
    }

    /**
     * {@return these and one more}
     *
     * @param name of the argument
     * @param value a number, or something that says in words what it is
     */
    public CallArguments with(String name, Object value) {
        List<Argument> more = new ArrayList<>(list);
        more.add(new Argument(name, String.valueOf(value)));
        return new CallArguments(more);
    }

    /**
     * {@return these and a number in hexadecimal}
     *
     * @param name of the argument
     * @param value an address, a key or the number of a QP
     */
    public CallArguments hex(String name, long value) {
        return with(name, "0x" + Long.toHexString(value));
    }

    /**
     * {@return these and a mask of access flags}
     *
     * @param mask bits of {@link AccessFlag}; bits without a name stand in hexadecimal
     */
    public CallArguments access(int mask) {
        String names = AccessFlag.of(mask).stream().map(Enum::name).collect(Collectors.joining(" "));
        int unknown = mask & ~AccessFlag.mask(AccessFlag.of(mask).toArray(AccessFlag[]::new));
        String rest = unknown == 0 ? "" : String.format(" 0x%x", unknown);
        String all = (names + rest).strip();
        return with("access", all.isEmpty() ? "0" : all);
    }
}
