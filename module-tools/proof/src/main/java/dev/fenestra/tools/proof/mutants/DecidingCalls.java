package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the calls that decide a rule: the last ones before the rule is read, here or in what is called there. */
final class DecidingCalls {
    /** Takes the offset of a range in an extent, its length, and the length of the extent. */
    static final String OF_RANGES = "(JJJ)Z";

    private final CompiledStack stack;
    /** Arguments and result of the calls, as in a class file. */
    private final String descriptor;

    DecidingCalls(CompiledStack stack, String descriptor) {
        this.stack = stack;
        this.descriptor = descriptor;
    }

    /**
     * The calls that decide a rule in a method.
     *
     * @param numbers which of them, counted from 0 among the calls of the method that have the descriptor, or that ask
     *     a key
     * @param asksKey a key is asked whether it contains a range; its answer is a comparison of that range with its
     *     start and its length
     */
    record Calls(PatchedMethod method, Set<Integer> numbers, boolean asksKey) {}

    /**
     * The calls that decide a rule in one of the methods that read it.
     *
     * @param rule such as {@code HcaRule.A7}
     */
    List<Calls> find(PatchedMethod reader, String rule) {
        List<CodeElement> code = stack.code(reader);
        return IntStream.range(0, code.size())
                .filter(at -> CompiledStack.isRead(code.get(at), rule))
                .mapToObj(at -> calls(code.subList(0, at)))
                .flatMap(before -> decide(reader, before).stream())
                .toList();
    }

    private List<Calls> decide(PatchedMethod reader, List<InvokeInstruction> before) {
        for (InvokeInstruction call : before.reversed()) {
            if (isMeant(call)) {
                int number = (int) before.stream().filter(this::isMeant).count() - 1;
                return List.of(new Calls(reader, Set.of(number), false));
            }
            if (asksKey(call) && descriptor.equals(OF_RANGES)) {
                int number =
                        (int) before.stream().filter(DecidingCalls::asksKey).count() - 1;
                return List.of(new Calls(reader, Set.of(number), true));
            }
            Set<Integer> inside = all(PatchedMethod.of(call));
            if (!inside.isEmpty()) {
                return List.of(new Calls(PatchedMethod.of(call), inside, false));
            }
        }
        return List.of();
    }

    private Set<Integer> all(PatchedMethod called) {
        long count = calls(stack.code(called)).stream().filter(this::isMeant).count();
        return IntStream.range(0, (int) count).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isMeant(InvokeInstruction call) {
        return call.type().equalsString(descriptor);
    }

    /** Whether a key is asked, by the address and the length of a range. */
    static boolean asksKey(InvokeInstruction call) {
        return call.name().equalsString("contains") && call.type().equalsString("(JJ)Z");
    }

    private static List<InvokeInstruction> calls(List<CodeElement> code) {
        return code.stream()
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .toList();
    }
}
