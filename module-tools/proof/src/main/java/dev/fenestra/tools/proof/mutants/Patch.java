package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableList;

/** A change of the methods of a site. A patch that finds nothing to change does not apply, which is an error. */
public sealed interface Patch {

    /** The methods that are searched. */
    Site site();

    /**
     * The methods no longer refuse by a rule: {@code if (...) return RULE;} is gone, and {@code ... ? null : RULE} is
     * null.
     *
     * @param rule name of the enum constant that they returned
     * @param occurrence which of the places of a method that return it, from 0; {@link #EVERY} for all
     */
    record Forget(Site site, String rule, int occurrence) implements Patch {
        static final int EVERY = -1;

        /** Forgets a rule in all methods that return it. */
        static Forget of(Enum<?> rule) {
            return new Forget(Site.reading(rule), rule.name(), EVERY);
        }

        /** Forgets a rule in those methods only that read another one too. */
        static Forget beside(Enum<?> other, Enum<?> rule) {
            return new Forget(Site.reading(rule).and(other), rule.name(), EVERY);
        }
    }

    /**
     * A rule is decided by a static method of {@link Wrong}, in place of the last call before the rule that has the
     * same arguments and the same result. When the method that reads the rule has none, the methods that it calls just
     * before are looked at.
     *
     * @param rule the constant, as a {@link Site} names it
     * @param wrong simple name of the method of {@link Wrong}
     */
    record Misjudge(Site site, String rule, String wrong) implements Patch {

        static Misjudge of(Enum<?> rule, String wrong) {
            Site.Constants site = Site.reading(rule);
            return new Misjudge(site, site.toString(), wrong);
        }
    }

    /**
     * The methods leave calls out. What such a call would have returned is 0, false or null.
     *
     * @param called simple name of the method that is not called
     */
    record Skip(Site site, String called) implements Patch {}

    /**
     * The methods make a call last, just before they return. The thread loses its processor for a while before that.
     *
     * @param called simple name of the method that is called late, the first time that it is called
     */
    record Postpone(Site site, String called) implements Patch {}

    /**
     * The methods call a static method of {@link Wrong} in place of another one, with the same arguments.
     *
     * @param called simple name of the method that is not called any more
     * @param wrong simple name of the one that is
     */
    record Redirect(Site site, String called, String wrong) implements Patch {}

    /** The methods do nothing but return a number, or a truth value as 0 or 1; nothing at all when they are void. */
    record Return(Site site, int value) implements Patch {}

    /**
     * The methods have another constant at one place.
     *
     * @param from the constant that is replaced, an int or a long
     * @param occurrence which of those that have this value, from 0
     */
    record Constant(Site site, int from, int occurrence, int to) implements Patch {}

    /**
     * The methods see a constant wherever they read a field.
     *
     * @param field simple name of an int or boolean field
     */
    record Read(Site site, String field, int value) implements Patch {}

    /**
     * The methods read one field where they read another of the same class and type, such as an enum constant.
     *
     * @param from simple name of the field that they read, static or not
     */
    record Swap(Site site, String from, String to) implements Patch {}

    /**
     * The methods do not store to a field: it keeps what it had.
     *
     * @param field simple name of a field of an object
     */
    record Lose(Site site, String field) implements Patch {}

    /** The methods call another one of their class, with the same arguments. */
    record Divert(Site site, String called, String instead) implements Patch {}

    /**
     * The methods begin with a refusal: they return a rule when a method of {@link Wrong} says so.
     *
     * @param arguments positions of their own arguments that they pass on
     * @param rule name of the enum constant that they return then
     */
    record Refuse(Site site, String wrong, ImmutableList<Integer> arguments, String rule) implements Patch {}
}
