package dev.fenestra.tools.proof.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Puts one call in the place of another. */
final class CallTransform implements CodeTransform {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());
    private static final ClassDesc WRONG_COMPLETIONS = ClassDesc.of(WrongCompletions.class.getName());

    private final Predicate<InvokeInstruction> isMeant;
    private final BiConsumer<CodeBuilder, InvokeInstruction> instead;
    private final PatchedPlaces hits;

    private CallTransform(
            Predicate<InvokeInstruction> isMeant,
            BiConsumer<CodeBuilder, InvokeInstruction> instead,
            PatchedPlaces hits) {
        this.isMeant = isMeant;
        this.instead = instead;
        this.hits = hits;
    }

    static CodeTransform toWrong(Patch.Redirect redirect, PatchedPlaces hits) {
        return new CallTransform(
                call -> call.name().equalsString(redirect.called()),
                (builder, call) -> builder.invokestatic(owner(redirect.wrong()), redirect.wrong(), withReceiver(call)),
                hits);
    }

    /**
     * Replaces calls by their number.
     *
     * @param numbers which of the calls that have this descriptor, from 0
     */
    static CodeTransform toWrong(String wrong, String descriptor, Set<Integer> numbers, PatchedPlaces hits) {
        PatchedPlaces seen = new PatchedPlaces();
        return new CallTransform(
                call -> call.type().equalsString(descriptor) && numbers.contains(seen.next()),
                (builder, call) -> builder.invokestatic(WRONG, wrong, call.typeSymbol()),
                hits);
    }

    static CodeTransform toSibling(Patch.Divert divert, PatchedPlaces hits) {
        return new CallTransform(
                call -> call.name().equalsString(divert.called()),
                (builder, call) -> builder.invoke(
                        call.opcode(),
                        call.owner().asSymbol(),
                        divert.instead(),
                        call.typeSymbol(),
                        call.isInterface()),
                hits);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof InvokeInstruction call && isMeant.test(call)) {
            hits.add();
            instead.accept(builder, call);
        } else {
            builder.with(element);
        }
    }

    private static ClassDesc owner(String wrong) {
        boolean isOfCompletions = Arrays.stream(WrongCompletions.class.getMethods())
                .anyMatch(one -> one.getName().equals(wrong));
        return isOfCompletions ? WRONG_COMPLETIONS : WRONG;
    }

    /** The object of an instance method becomes the first argument. */
    private static MethodTypeDesc withReceiver(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESTATIC
                ? call.typeSymbol()
                : call.typeSymbol().insertParameterTypes(0, call.owner().asSymbol());
    }
}
