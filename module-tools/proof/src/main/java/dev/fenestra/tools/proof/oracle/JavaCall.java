package dev.fenestra.tools.proof.oracle;

import java.util.Optional;

/**
 * A call of a printed program.
 *
 * @param assigned name of the field that takes its result; empty when none does
 * @param type of that field
 * @param before statement that prepares it; empty when nothing must be prepared
 * @param expression the call itself
 * @param hasValue whether it returns anything
 */
record JavaCall(String assigned, String type, String before, String expression, boolean hasValue) {

    /** A call without result. */
    static JavaCall action(String expression) {
        return new JavaCall("", "", "", expression, false);
    }

    /** A call that returns an errno. */
    static JavaCall posting(String expression) {
        return new JavaCall("", "", "", expression, true);
    }

    /** A call that makes an object. */
    static JavaCall making(String type, String name, String expression) {
        return new JavaCall(name, type, "", expression, true);
    }

    Optional<String> declares() {
        return assigned.isEmpty() ? Optional.empty() : Optional.of(type);
    }

    String statement() {
        return before + (assigned.isEmpty() ? "" : assigned + " = ") + expression + ';';
    }

    /** The call as something that can be tried. */
    String lambda() {
        return hasValue && before.isEmpty()
                ? "() -> " + expression
                : "() -> { " + before + expression + "; return \"\"; }";
    }
}
