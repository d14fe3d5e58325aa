package dev.fenestra.tools.proof.mutate.operator;

import java.util.Optional;

/** Finds the edit of an element. */
@FunctionalInterface
interface Finder {

    /** The edit of the element at an index; empty when the operator has nothing to change there. */
    Optional<Edit> at(Body body, int index);
}
