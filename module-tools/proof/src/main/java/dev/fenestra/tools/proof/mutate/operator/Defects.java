package dev.fenestra.tools.proof.mutate.operator;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All places of compiled classes that operators change, and the classes with one change. */
public final class Defects {
    /** Methods that run once, when the class is initialized, or that do not concern a device. */
    private static final Set<String> LEFT_ALONE =
            Set.of("<clinit>", "toString", "hashCode", "equals", "values", "valueOf", "$values");

    private final ClassEditor editor;

    /**
     * @param loader finds the classes that the changed ones name, to merge their types
     */
    public Defects(ClassLoader loader) {
        editor = new ClassEditor(loader);
    }

    /** All places of a class, in the order of its code. */
    public List<Point> points(String className, byte[] bytes) {
        List<Point> found = new ArrayList<>();
        for (MethodModel method : editor.parse(bytes).methods()) {
            if (isChanged(method)) {
                method.code().ifPresent(code -> addPoints(className, method, body(method, code), found));
            }
        }
        return List.copyOf(found);
    }

    /**
     * The class with one change.
     *
     * @throws IllegalArgumentException when the class has no such place
     */
    public byte[] change(byte[] bytes, Point point) {
        return editor.edit(
                bytes, method -> isOf(point, method) ? Optional.of(change(method, point)) : Optional.empty());
    }

    private static MethodTransform change(MethodModel method, Point point) {
        Edit edit = method.code()
                .flatMap(code -> point.operator().at(body(method, code), point.index()))
                .orElseThrow(() -> new IllegalArgumentException("no place for " + point));
        return MethodTransform.transformingCode(CodeTransform.ofStateful(() -> {
            PlaceCount seen = new PlaceCount();
            return new Replacement<>(
                    CodeElement.class,
                    _ -> seen.next() == point.index(),
                    (code, _) -> edit.code().accept(code),
                    new PlaceCount());
        }));
    }

    private static void addPoints(String className, MethodModel method, Body body, List<Point> found) {
        for (int i = 0; i < body.size(); i++) {
            for (Operator operator : Operator.values()) {
                int index = i;
                operator.at(body, i)
                        .map(edit -> new Point(
                                operator,
                                className,
                                method.methodName().stringValue(),
                                method.methodType().stringValue(),
                                index,
                                body.line(index),
                                edit.change()))
                        .ifPresent(found::add);
            }
        }
    }

    private static Body body(MethodModel method, CodeModel code) {
        return new Body(code, method.methodName().equalsString("<init>"));
    }

    /** Lambdas are the only methods made by the compiler whose code somebody wrote. */
    private static boolean isChanged(MethodModel method) {
        String name = method.methodName().stringValue();
        return !LEFT_ALONE.contains(name)
                && (name.startsWith("lambda$") || !method.flags().has(AccessFlag.SYNTHETIC));
    }

    private static boolean isOf(Point point, MethodModel method) {
        return method.methodName().equalsString(point.method())
                && method.methodType().equalsString(point.descriptor());
    }
}
