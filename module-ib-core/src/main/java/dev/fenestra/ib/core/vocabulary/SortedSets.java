package dev.fenestra.ib.core.vocabulary;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sets in the order of their elements. The order of {@link Set#copyOf} differs from JVM to JVM, and so would everything
 * printed from it.
 */
public final class SortedSets {

    private SortedSets() {}

    /**
     * {@return an unmodifiable copy, without nulls: enum constants in the order in which they are declared}
     *
     * @param <E> what the elements are
     * @param elements in any order; null is refused
     */
    public static <E extends Comparable<? super E>> Set<E> copyOf(Collection<? extends E> elements) {
        return Collections.unmodifiableSet(new TreeSet<>(elements));
    }
}
