package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.util.Optional;
import java.util.function.Function;

/** Changes methods of compiled classes. */
public final class ClassEditor {
    private final ClassFile classes;

    /**
     * @param loader finds the classes that the changed ones name, to merge their types
     */
    public ClassEditor(ClassLoader loader) {
        ClassHierarchyResolver hierarchy = ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(ClassHierarchyResolver.defaultResolver())
                .cached();
        classes = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    }

    /** A class as it is. */
    ClassModel parse(byte[] bytes) {
        return classes.parse(bytes);
    }

    /**
     * The class with other methods.
     *
     * @param changes the change of a method; empty for one that stays
     */
    public byte[] edit(byte[] bytes, Function<MethodModel, Optional<MethodTransform>> changes) {
        return classes.transformClass(classes.parse(bytes), (builder, element) -> {
            Optional<MethodTransform> change =
                    element instanceof MethodModel method ? changes.apply(method) : Optional.empty();
            change.ifPresentOrElse(
                    found -> builder.transformMethod((MethodModel) element, found), () -> builder.with(element));
        });
    }
}
