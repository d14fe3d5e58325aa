package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.SetMultimap;
import dev.fenestra.tools.proof.mutate.operator.ClassEditor;
import dev.fenestra.tools.proof.mutate.operator.PlaceCount;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Applies patches to the compiled stack. */
final class Patcher {
    private final CompiledStack stack;
    private final ClassEditor editor;

    /**
     * @param loader finds classes by name, for the verifier's sake
     */
    Patcher(CompiledStack stack, ClassLoader loader) {
        this.stack = stack;
        editor = new ClassEditor(loader);
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
            PlaceCount hits = new PlaceCount();
            Map<PatchedMethod, MethodTransform> methods = methods(patch, hits);
            Set<String> names =
                    methods.keySet().stream().map(PatchedMethod::className).collect(ImmutableSet.toImmutableSet());
            for (String name : names) {
                byte[] bytes = changed.containsKey(name) ? changed.get(name) : stack.bytes(name);
                changed.put(
                        name, editor.edit(bytes, method -> Optional.ofNullable(methods.get(PatchedMethod.of(method)))));
            }
            if (hits.count() == 0) {
                throw new PatchException(patch + " finds nothing to change");
            }
        }
        return changed;
    }

    private Map<PatchedMethod, MethodTransform> methods(Patch patch, PlaceCount hits) {
        Set<PatchedMethod> site = stack.find(patch.site());
        return patch instanceof Patch.Misjudge misjudge
                ? misjudged(site, misjudge, hits)
                : Maps.toMap(site, _ -> body(patch, hits));
    }

    private Map<PatchedMethod, MethodTransform> misjudged(
            Set<PatchedMethod> site, Patch.Misjudge patch, PlaceCount hits) {
        String descriptor = Wrong.descriptor(patch.wrong());
        DecidingCalls comparison = new DecidingCalls(stack, descriptor);
        List<DecidingCalls.Calls> found = site.stream()
                .flatMap(reader -> comparison.find(reader, patch.rule()).stream())
                .toList();
        Map<PatchedMethod, MethodTransform> methods = new HashMap<>(Maps.toMap(
                numbers(found, false).keySet(),
                target -> stateful(() -> Replacements.wrongCall(
                        patch.wrong(), descriptor, numbers(found, false).get(target), hits))));
        methods.putAll(Maps.toMap(
                numbers(found, true).keySet(),
                target -> stateful(() -> Replacements.wrongRange(
                        patch.wrong(), numbers(found, true).get(target), hits))));
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

    private static MethodTransform body(Patch patch, PlaceCount hits) {
        return (builder, element) -> {
            if (!(element instanceof CodeAttribute code)) {
                builder.with(element);
                return;
            }
            MethodTypeDesc type = code.parent().orElseThrow().methodTypeSymbol();
            if (patch instanceof Patch.Return constant) {
                hits.next();
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
        if (result != TypeKind.VOID) {
            Replacements.number(body, result, value);
        }
        body.return_(result);
    }

    private static CodeTransform code(Patch patch, MethodTypeDesc type, PlaceCount hits) {
        return switch (patch) {
            case Patch.Refuse refuse -> {
                hits.next();
                yield new RefuseTransform(refuse, type);
            }
            case Patch.Forget forget ->
                CodeTransform.ofStateful(() -> new ForgetTransform(forget, type.returnType(), hits));
            case Patch.Skip skip -> Replacements.of(skip, hits);
            case Patch.Lose lose -> Replacements.of(lose, hits);
            case Patch.Redirect redirect -> Replacements.of(redirect, hits);
            case Patch.Divert divert -> Replacements.of(divert, hits);
            case Patch.Constant constant -> CodeTransform.ofStateful(() -> Replacements.of(constant, hits));
            case Patch.Read read -> Replacements.of(read, hits);
            case Patch.Swap swap -> Replacements.of(swap, hits);
            case Patch.Return _, Patch.Misjudge _, Patch.Postpone _ ->
                throw new IllegalArgumentException("not a change of code in place");
        };
    }
}
