package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.SetMultimap;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Applies patches to the compiled stack. */
final class Patcher {
    private final CompiledStack stack;
    private final ClassFile classes;

    /**
     * @param loader finds classes by name, for the verifier's sake
     */
    Patcher(CompiledStack stack, ClassLoader loader) {
        this.stack = stack;
        ClassHierarchyResolver hierarchy = ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(ClassHierarchyResolver.defaultResolver())
                .cached();
        classes = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
    }

    /**
     * Applies patches, in order.
     *
     * @return the bytes of the classes that are changed, by name
     * @throws PatchException when one of them finds nothing to change
     */
    Map<String, byte[]> apply(List<Patch> patches) {
        Map<String, byte[]> changed = new HashMap<>();
        for (Patch patch : patches) {
            PatchedPlaces hits = new PatchedPlaces();
            Map<PatchedMethod, MethodTransform> methods = methods(patch, hits);
            Set<String> names =
                    methods.keySet().stream().map(PatchedMethod::className).collect(ImmutableSet.toImmutableSet());
            for (String name : names) {
                byte[] bytes = changed.containsKey(name) ? changed.get(name) : stack.bytes(name);
                changed.put(name, transform(bytes, methods));
            }
            if (hits.count() == 0) {
                throw new PatchException(patch + " finds nothing to change");
            }
        }
        return changed;
    }

    private byte[] transform(byte[] original, Map<PatchedMethod, MethodTransform> methods) {
        return classes.transformClass(classes.parse(original), (builder, element) -> {
            MethodTransform change =
                    element instanceof MethodModel method ? methods.get(PatchedMethod.of(method)) : null;
            if (change != null) {
                builder.transformMethod((MethodModel) element, change);
            } else {
                builder.with(element);
            }
        });
    }

    private Map<PatchedMethod, MethodTransform> methods(Patch patch, PatchedPlaces hits) {
        Set<PatchedMethod> site = stack.find(patch.site());
        return patch instanceof Patch.Misjudge misjudge
                ? misjudged(site, misjudge, hits)
                : Maps.toMap(site, _ -> body(patch, hits));
    }

    private Map<PatchedMethod, MethodTransform> misjudged(
            Set<PatchedMethod> site, Patch.Misjudge patch, PatchedPlaces hits) {
        String descriptor = Wrong.descriptor(patch.wrong());
        DecidingCalls comparison = new DecidingCalls(stack, descriptor);
        List<DecidingCalls.Calls> found = site.stream()
                .flatMap(reader -> comparison.find(reader, patch.rule()).stream())
                .toList();
        Map<PatchedMethod, MethodTransform> methods = new HashMap<>(Maps.toMap(
                numbers(found, false).keySet(),
                target -> stateful(() -> CallTransform.toWrong(
                        patch.wrong(), descriptor, numbers(found, false).get(target), hits))));
        methods.putAll(Maps.toMap(
                numbers(found, true).keySet(),
                target -> stateful(() ->
                        new RangeTransform(patch.wrong(), numbers(found, true).get(target), hits))));
        return methods;
    }

    private static MethodTransform stateful(Supplier<CodeTransform> change) {
        return MethodTransform.transformingCode(CodeTransform.ofStateful(change));
    }

    private static SetMultimap<PatchedMethod, Integer> numbers(List<DecidingCalls.Calls> found, boolean asksKey) {
        SetMultimap<PatchedMethod, Integer> calls =
                MultimapBuilder.hashKeys().treeSetValues().build();
        found.stream().filter(it -> it.asksKey() == asksKey).forEach(it -> calls.putAll(it.method(), it.numbers()));
        return calls;
    }

    private static MethodTransform body(Patch patch, PatchedPlaces hits) {
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
                builder.transformCode(
                        code,
                        patch instanceof Patch.Postpone late
                                ? new PostponeTransform(late.called(), code, hits)
                                : code(patch, type, hits));
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

    private static CodeTransform code(Patch patch, MethodTypeDesc type, PatchedPlaces hits) {
        return switch (patch) {
            case Patch.Refuse refuse -> {
                hits.add();
                yield new RefuseTransform(refuse, type);
            }
            case Patch.Forget forget ->
                CodeTransform.ofStateful(() -> new ForgetTransform(forget, type.returnType(), hits));
            case Patch.Skip skip -> new SkipTransform(skip.called(), hits);
            case Patch.Lose lose -> new LoseTransform(lose.field(), hits);
            case Patch.Redirect redirect -> CallTransform.toWrong(redirect, hits);
            case Patch.Divert divert -> CallTransform.toSibling(divert, hits);
            case Patch.Constant constant -> CodeTransform.ofStateful(() -> new ConstantTransform(constant, hits));
            case Patch.Read read -> FieldTransform.reading(read, hits);
            case Patch.Swap swap -> FieldTransform.swapping(swap, hits);
            case Patch.Return _, Patch.Misjudge _, Patch.Postpone _ ->
                throw new IllegalArgumentException("not a change of code in place");
        };
    }
}
