package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableSet;

/**
 * Where a patch applies: methods of the compiled stack, found by what they do. A site that finds no method is an error.
 */
public sealed interface Site {

    /**
     * The methods that read these enum constants, such as the rules by which they refuse. Moving or renaming such a
     * method changes nothing.
     *
     * @param constants such as {@code HcaRule.A7}; a method reads all of them
     */
    record Constants(ImmutableSet<String> constants) implements Site {

        /** The methods that must read another constant too. */
        Constants and(Enum<?> constant) {
            return new Constants(ImmutableSet.<String>builder()
                    .addAll(constants)
                    .add(name(constant))
                    .build());
        }

        @Override
        public String toString() {
            return String.join(" and ", constants);
        }
    }

    /**
     * The methods of one name in one class, in whichever package it is. For what no constant tells apart.
     *
     * @param type simple name of the class; a nested one follows its outer one and a dollar sign
     * @param method simple name
     * @param reason why there is no other way to find it
     */
    record Named(String type, String method, String reason) implements Site {

        @Override
        public String toString() {
            return type + "." + method;
        }
    }

    /** The methods that read a constant. */
    static Constants reading(Enum<?> constant) {
        return new Constants(ImmutableSet.of(name(constant)));
    }

    /**
     * The methods that read a constant of a class that tools does not see.
     *
     * @param constant simple name of the class and of the constant, such as {@code MlxRule.B13}
     */
    static Constants reading(String constant) {
        return new Constants(ImmutableSet.of(constant));
    }

    /** The methods of one name. */
    static Named named(String type, String method, String reason) {
        return new Named(type, method, reason);
    }

    private static String name(Enum<?> constant) {
        return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
    }
}
