package dev.fenestra.tools.zoo;

import java.util.List;

/**
 * A change of one method of a compiled class. The method is named by its simple name; every method of that name is looked at.
 * A patch that finds nothing to change does not apply, which is an error.
 */
public sealed interface Patch {

    /** The class, such as {@code dev.fenestra.hw.sim.engine.KeyChecks}. */
    String className();

    String method();

    /**
     * The method no longer refuses by a rule: {@code if (...) return RULE;} is gone, and {@code ... ? null : RULE} is null.
     *
     * @param rule name of the enum constant that it returned
     * @param occurrence which of the places that return it, from 0; {@link #EVERY} for all
     */
    record Forget(String className, String method, String rule, int occurrence) implements Patch {
        static final int EVERY = -1;
    }

    /**
     * The method leaves calls out. What such a call would have returned is 0, false or null.
     *
     * @param called simple name of the method that is not called
     */
    record Skip(String className, String method, String called) implements Patch {}

    /**
     * The method calls a static method of {@link Wrong} in place of another one, with the same arguments.
     *
     * @param called simple name of the method that is not called any more
     * @param wrong simple name of the one that is
     */
    record Redirect(String className, String method, String called, String wrong) implements Patch {}

    /** The method does nothing but return a number, or a truth value as 0 or 1; nothing at all when it is void. */
    record Return(String className, String method, int value) implements Patch {}

    /**
     * The method has another constant at one place.
     *
     * @param from the constant that is replaced
     * @param occurrence which of those that have this value, from 0
     */
    record Constant(String className, String method, int from, int occurrence, int to) implements Patch {}

    /**
     * The method sees a constant wherever it reads a field.
     *
     * @param field simple name of an int or boolean field
     */
    record Read(String className, String method, String field, int value) implements Patch {}

    /**
     * The method reads one static field where it read another of the same class, such as an enum constant.
     *
     * @param from simple name of the field that it read
     */
    record Swap(String className, String method, String from, String to) implements Patch {}

    /** The method calls another one of its class, with the same arguments. */
    record Divert(String className, String method, String called, String instead) implements Patch {}

    /**
     * The method begins with a refusal: it returns a rule when a method of {@link Wrong} says so.
     *
     * @param arguments positions of its own arguments that it passes on
     * @param rule name of the enum constant that it returns then
     */
    record Refuse(String className, String method, String wrong, List<Integer> arguments, String rule)
            implements Patch {

        public Refuse {
            arguments = List.copyOf(arguments);
        }
    }
}
