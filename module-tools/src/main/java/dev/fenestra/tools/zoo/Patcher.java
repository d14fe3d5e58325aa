package dev.fenestra.tools.zoo;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Applies patches to the bytes of a class. */
final class Patcher {
    private final ClassFile classes;

    /**
     * @param loader finds classes by name, for the verifier's sake
     */
    Patcher(ClassLoader loader) {
        ClassHierarchyResolver hierarchy = ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(ClassHierarchyResolver.defaultResolver())
                .cached();
        classes = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    }

    /**
     * Applies the patches of a class, in order.
     *
     * @throws PatchException when one of them finds nothing to change
     */
    byte[] apply(byte[] original, List<Patch> patches) {
        byte[] bytes = original;
        for (Patch patch : patches) {
            bytes = apply(bytes, patch);
        }
        return bytes;
    }

    private byte[] apply(byte[] original, Patch patch) {
        ClassModel model = classes.parse(original);
        Hits hits = new Hits();
        byte[] patched = classes.transformClass(
                model,
                ClassTransform.transformingMethods(
                        method -> method.methodName().equalsString(patch.method()) && hasCode(method),
                        body(patch, hits)));
        if (hits.count() == 0) {
            throw new PatchException(patch + " finds nothing to change");
        }
        return patched;
    }

    private static boolean hasCode(MethodModel method) {
        return method.code().isPresent();
    }

    private static MethodTransform body(Patch patch, Hits hits) {
        return (builder, element) -> {
            if (!(element instanceof CodeAttribute code)) {
                builder.with(element);
                return;
            }
            MethodTypeDesc type = code.parent().orElseThrow().methodTypeSymbol();
            if (patch instanceof Patch.Return constant) {
                hits.add();
                builder.withCode(body -> returnOnly(body, TypeKind.from(type.returnType()), constant.value()));
            } else {
                builder.transformCode(code, code(patch, type, hits));
            }
        };
    }

    private static void returnOnly(CodeBuilder body, TypeKind result, int value) {
        if (result == TypeKind.LONG) {
            body.loadConstant((long) value);
        } else if (result != TypeKind.VOID) {
            body.loadConstant(value);
        }
        body.return_(result);
    }

    private static CodeTransform code(Patch patch, MethodTypeDesc type, Hits hits) {
        return switch (patch) {
            case Patch.Refuse refuse -> {
                hits.add();
                yield new RefuseTransform(refuse, type);
            }
            case Patch.Forget forget -> CodeTransform.ofStateful(() -> new ForgetTransform(forget, hits));
            case Patch.Skip skip -> new SkipTransform(skip.called(), hits);
            case Patch.Redirect redirect -> CallTransform.toWrong(redirect, hits);
            case Patch.Divert divert -> CallTransform.toSibling(divert, hits);
            case Patch.Constant constant -> CodeTransform.ofStateful(() -> new ConstantTransform(constant, hits));
            case Patch.Read read -> FieldTransform.reading(read, hits);
            case Patch.Swap swap -> FieldTransform.swapping(swap, hits);
            case Patch.Return _ -> throw new IllegalArgumentException("replaces the whole body");
        };
    }
}
