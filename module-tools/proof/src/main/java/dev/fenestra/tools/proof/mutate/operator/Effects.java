package dev.fenestra.tools.proof.mutate.operator;

import com.google.common.collect.ImmutableMap;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Defects of effects: stores, calls, sums. */
final class Effects {
    private static final ImmutableMap<Opcode, Opcode> SUMS = ImmutableMap.of(
            Opcode.IADD, Opcode.ISUB,
            Opcode.ISUB, Opcode.IADD,
            Opcode.LADD, Opcode.LSUB,
            Opcode.LSUB, Opcode.LADD);

    private static final Set<Opcode> STORES = Set.of(Opcode.PUTFIELD, Opcode.PUTSTATIC);

    /** The compiler makes such calls for method references. */
    private static final String NULL_CHECK = "requireNonNull";

    private Effects() {}

    /** A sum is a difference, or the reverse. */
    static Optional<Edit> sum(Body body, int index) {
        return body.element(index) instanceof OperatorInstruction sum && SUMS.containsKey(sum.opcode())
                ? Optional.of(new Edit(
                        isAdded(sum) ? "+ becomes -" : "- becomes +",
                        code -> code.with(OperatorInstruction.of(SUMS.get(sum.opcode())))))
                : Optional.empty();
    }

    /** Flags that are no constant are not added to others. */
    static Optional<Edit> forget(Body body, int index) {
        boolean isConstant = body.previous(index)
                .filter(ConstantInstruction.class::isInstance)
                .isPresent();
        if (isConstant || !(body.element(index) instanceof OperatorInstruction or)) {
            return Optional.empty();
        }
        return switch (or.opcode()) {
            case IOR -> Optional.of(new Edit("the bits on the right of | are forgotten", CodeBuilder::pop));
            case LOR -> Optional.of(new Edit("the bits on the right of | are forgotten", CodeBuilder::pop2));
            default -> Optional.empty();
        };
    }

    /** A field, or an element of an array, keeps its value. Stores of constructors stay. */
    static Optional<Edit> lose(Body body, int index) {
        return switch (body.element(index)) {
            case FieldInstruction store
            when !body.isConstructor() && STORES.contains(store.opcode()) ->
                Optional.of(
                        new Edit("field " + name(store.field()) + " is not set", code -> LeftOut.store(code, store)));
            case ArrayStoreInstruction store
            when store.typeKind() != TypeKind.REFERENCE ->
                Optional.of(new Edit("the element of the array is not set", code -> {
                    LeftOut.pop(code, store.typeKind());
                    code.pop2();
                }));
            default -> Optional.empty();
        };
    }

    /** A call whose result is not used is left out. */
    static Optional<Edit> skip(Body body, int index) {
        return body.element(index) instanceof InvokeInstruction call
                        && !call.name().equalsString("<init>")
                        && !call.name().equalsString(NULL_CHECK)
                        && (TypeKind.from(call.typeSymbol().returnType()) == TypeKind.VOID
                                || body.isNext(index, Opcode.POP, Opcode.POP2))
                ? Optional.of(new Edit(name(call.method()) + " is not called", code -> LeftOut.call(code, call)))
                : Optional.empty();
    }

    private static boolean isAdded(OperatorInstruction sum) {
        return List.of(Opcode.IADD, Opcode.LADD).contains(sum.opcode());
    }

    private static String name(MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.')
                + "."
                + member.name().stringValue();
    }
}
