package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Puts other code in the place of some elements of a method.
 *
 * @param <E> the kind of these elements
 * @param isMeant says of each element of the kind, in order, whether it is replaced
 * @param instead writes the other code
 * @param hits counts the elements that are replaced
 */
public record Replacement<E extends CodeElement>(
        Class<E> kind, Predicate<E> isMeant, BiConsumer<CodeBuilder, E> instead, PlaceCount hits)
        implements CodeTransform {
    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (kind.isInstance(element) && isMeant.test(kind.cast(element))) {
            hits.next();
            instead.accept(builder, kind.cast(element));
        } else {
            builder.with(element);
        }
    }
}
