package dev.fenestra.tools.proof.mutate.worker;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gives loaded classes other code, and restores their own. */
final class Redefiner {
    private static final ClassDesc HITS = ClassDesc.of(Hits.class.getName());
    private static final ClassDesc FLAGS = ConstantDescs.CD_boolean.arrayType();

    private final Instrumentation jvm = Agent.instrumentation();
    private final ModuleClasses classes;

    Redefiner(ModuleClasses classes) {
        this.classes = classes;
    }

    /**
     * Gives a class other code.
     *
     * @throws LinkageError when the JVM does not take it; then the class is unchanged
     */
    void redefine(String name, byte[] bytes) {
        redefine(List.of(new ClassDefinition(load(name), bytes)));
    }

    /** Restores the code of a class. */
    void restore(String name) {
        redefine(name, classes.bytes(name));
    }

    /** Lets all classes write to {@link Hits}. */
    void watch(Lines lines) {
        open();
        List<ClassDefinition> watched = new ArrayList<>();
        classes.bytes()
                .forEach((name, bytes) -> watched.add(new ClassDefinition(load(name), watched(name, bytes, lines))));
        redefine(watched);
    }

    /** Restores the code of all classes. */
    void restoreAll() {
        List<ClassDefinition> own = new ArrayList<>();
        classes.bytes().forEach((name, bytes) -> own.add(new ClassDefinition(load(name), bytes)));
        redefine(own);
    }

    private void open() {
        Module ours = Hits.class.getModule();
        jvm.redefineModule(classes.module(), Set.of(ours), Map.of(), Map.of(), Set.of(), Map.of());
        jvm.redefineModule(
                ours,
                Set.of(),
                Map.of(Hits.class.getPackageName(), Set.of(classes.module())),
                Map.of(),
                Set.of(),
                Map.of());
    }

    private static byte[] watched(String name, byte[] bytes, Lines lines) {
        CodeTransform watch = (code, element) -> {
            code.with(element);
            if (element instanceof LineNumber line) {
                code.getstatic(HITS, "lines", FLAGS)
                        .loadConstant(lines.number(name, line.line()))
                        .iconst_1()
                        .bastore();
            }
        };
        return ClassFile.of()
                .transformClass(ClassFile.of().parse(bytes), ClassTransform.transformingMethodBodies(watch));
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, classes.module().getClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private void redefine(List<ClassDefinition> definitions) {
        try {
            jvm.redefineClasses(definitions.toArray(ClassDefinition[]::new));
        } catch (ClassNotFoundException | UnmodifiableClassException fixed) {
            throw new IllegalStateException(fixed);
        }
    }
}
