package dev.fenestra.tools.proof.mutants;

import dev.fenestra.tools.proof.mutate.operator.LeftOut;
import dev.fenestra.tools.proof.mutate.operator.PlaceCount;
import dev.fenestra.tools.proof.mutate.operator.Replacement;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiConsumer;

/** What patches put in the place of single instructions. */
final class Replacements {
    private static final ClassDesc WRONG = ClassDesc.of(Wrong.class.getName());
    private static final ClassDesc WRONG_COMPLETIONS = ClassDesc.of(WrongCompletions.class.getName());
    private static final MethodTypeDesc EXTENT = MethodTypeDesc.ofDescriptor("()J");
    private static final Set<Opcode> READS = Set.of(Opcode.GETSTATIC, Opcode.GETFIELD);

    private Replacements() {}

    static CodeTransform of(Patch.Skip patch, PlaceCount hits) {
        return calls(patch.called(), LeftOut::call, hits);
    }

    static CodeTransform of(Patch.Lose patch, PlaceCount hits) {
        return fields(Set.of(Opcode.PUTFIELD), patch.field(), LeftOut::store, hits);
    }

    static CodeTransform of(Patch.Read patch, PlaceCount hits) {
        return fields(
                Set.of(Opcode.GETFIELD), patch.field(), (code, _) -> code.pop().loadConstant(patch.value()), hits);
    }

    static CodeTransform of(Patch.Swap patch, PlaceCount hits) {
        return fields(
                READS,
                patch.from(),
                (code, read) -> code.fieldAccess(read.opcode(), read.owner().asSymbol(), patch.to(), read.typeSymbol()),
                hits);
    }

    static CodeTransform of(Patch.Redirect patch, PlaceCount hits) {
        return calls(
                patch.called(),
                (code, call) -> code.invokestatic(owner(patch.wrong()), patch.wrong(), withReceiver(call)),
                hits);
    }

    static CodeTransform of(Patch.Divert patch, PlaceCount hits) {
        return calls(
                patch.called(),
                (code, call) -> code.invoke(
                        call.opcode(), call.owner().asSymbol(), patch.instead(), call.typeSymbol(), call.isInterface()),
                hits);
    }

    static CodeTransform of(Patch.Constant patch, PlaceCount hits) {
        PlaceCount seen = new PlaceCount();
        return new Replacement<>(
                ConstantInstruction.class,
                load -> isNumber(load.constantValue(), patch.from()) && seen.next() == patch.occurrence(),
                (code, load) -> number(code, load.typeKind(), patch.to()),
                hits);
    }

    /**
     * Calls a method of {@link Wrong} in place of others with the same arguments.
     *
     * @param numbers which of the calls that have this descriptor, from 0
     */
    static CodeTransform wrongCall(String wrong, String descriptor, Set<Integer> numbers, PlaceCount hits) {
        PlaceCount seen = new PlaceCount();
        return new Replacement<>(
                InvokeInstruction.class,
                call -> call.type().equalsString(descriptor) && numbers.contains(seen.next()),
                (code, call) -> code.invokestatic(WRONG, wrong, call.typeSymbol()),
                hits);
    }

    /**
     * Makes a method of {@link Wrong} decide whether a range lies inside a key's range, in place of the key.
     *
     * @param numbers which of the calls that ask a key, from 0
     */
    static CodeTransform wrongRange(String wrong, Set<Integer> numbers, PlaceCount hits) {
        PlaceCount seen = new PlaceCount();
        return new Replacement<>(
                InvokeInstruction.class,
                call -> DecidingCalls.asksKey(call) && numbers.contains(seen.next()),
                (code, call) -> wrongRange(code, call.owner().asSymbol(), wrong),
                hits);
    }

    /** On the stack are the key, the address where the range begins, and its length. */
    private static void wrongRange(CodeBuilder code, ClassDesc key, String wrong) {
        int length = code.allocateLocal(TypeKind.LONG);
        int address = code.allocateLocal(TypeKind.LONG);
        int asked = code.allocateLocal(TypeKind.REFERENCE);
        code.lstore(length).lstore(address).astore(asked);
        code.lload(address).aload(asked).invokevirtual(key, "start", EXTENT).lsub();
        code.lload(length).aload(asked).invokevirtual(key, "length", EXTENT);
        code.invokestatic(WRONG, wrong, MethodTypeDesc.ofDescriptor(DecidingCalls.OF_RANGES));
    }

    /** Loads a number as an int, or as a long where that is the kind. */
    static void number(CodeBuilder code, TypeKind kind, int value) {
        if (kind == TypeKind.LONG) {
            code.loadConstant((long) value);
        } else {
            code.loadConstant(value);
        }
    }

    private static boolean isNumber(ConstantDesc value, int number) {
        return (value instanceof Integer || value instanceof Long) && ((Number) value).longValue() == number;
    }

    private static CodeTransform calls(
            String called, BiConsumer<CodeBuilder, InvokeInstruction> instead, PlaceCount hits) {
        return new Replacement<>(InvokeInstruction.class, call -> call.name().equalsString(called), instead, hits);
    }

    private static CodeTransform fields(
            Set<Opcode> opcodes, String field, BiConsumer<CodeBuilder, FieldInstruction> instead, PlaceCount hits) {
        return new Replacement<>(
                FieldInstruction.class,
                access -> opcodes.contains(access.opcode()) && access.name().equalsString(field),
                instead,
                hits);
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
